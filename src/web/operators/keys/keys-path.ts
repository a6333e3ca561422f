// The address of the keys for operators; also the name of their query.
/** `GET` lists them, `POST` makes one. */
export const KEYS_PATH = '/api/admin/keys';
