/**
 * Every program imports this first, so that only its own user can read its files. SQLite takes no file mode, but follows a umask.
 */
process.umask(0o077);
