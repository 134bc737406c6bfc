/**
 * Imported by every program before anything that writes: databases, their logs, mail kept as files and demo secrets are
 * readable by the shop's user only. SQLite creates its files by itself and takes no mode, so the process sets the mask.
 */
process.umask(0o077);
