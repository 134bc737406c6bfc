/** Every program imports this first: its files are for its own user. SQLite takes no file mode, so a umask does it. */
process.umask(0o077);
