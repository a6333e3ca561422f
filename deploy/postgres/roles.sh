#!/bin/sh
# Makes the roles of the site when the database is made, as the image of PostgreSQL runs it once: an owner of the tables that is
# no superuser and, where WORKER_PASSWORD is set, a role for workers (worker-role.sql says what it may do).
set -eu

psql -v ON_ERROR_STOP=1 --username postgres --dbname postgres \
  -v password="$POSTGRES_PASSWORD" -v worker_password="${WORKER_PASSWORD:-}" <<'SQL'
create role keepreel login password :'password';
create database keepreel owner keepreel;
select :'worker_password' <> '' as has_workers \gset
\if :has_workers
  create role keepreel_worker login password :'worker_password';
\endif
-- From now on the superuser is reached from inside the container alone.
alter role postgres password null;
SQL
