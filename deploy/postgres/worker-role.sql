-- What a server with ROLE=worker may do in the database: nothing with downloads, notices, operators and their sessions, keys and
-- ratings. Run it as the owner of the tables once a server of the site has made them, and again after an update that says so:
--   psql "$DATABASE_URL" -f deploy/postgres/worker-role.sql
-- The role exists before: create role keepreel_worker login password '…'
revoke all on all tables in schema public from keepreel_worker;
-- Finished files, and the outcomes of attempts.
grant select, insert, update, delete on files to keepreel_worker;
grant select, insert, delete on outcomes to keepreel_worker;
-- The register of servers; settings: switches, canaries, the state of yt-dlp's updates, and the operators' arguments for it.
grant select, insert, update, delete on servers to keepreel_worker;
grant select, insert, update on settings to keepreel_worker;
-- Blocked videos; a line for each action on yt-dlp that operators take at another server.
grant select (kind, subject, removed_at) on blocks to keepreel_worker;
grant insert on audit_log to keepreel_worker;
-- Whether the tables are those of its release.
grant select on kysely_migration, kysely_migration_lock to keepreel_worker;
