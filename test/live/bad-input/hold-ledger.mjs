// node hold-ledger.mjs PATH: holds the write lock of a SQLite file until standard input ends.
import Database from "better-sqlite3";

const database = new Database(process.argv[2]);
database.exec("BEGIN IMMEDIATE");
console.log("held");
process.stdin.on("end", () => database.close()).resume();
