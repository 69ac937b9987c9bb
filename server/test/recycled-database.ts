import { inject, onTestFinished } from 'vitest'
import { type Clock, machineClock } from '#clock/clock.ts'
import { type Database, theServer } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { SQL_FOLDER } from '#test/databases/folders.ts'
import { embeddedPlace, freshDatabase } from '#test/fresh-database.ts'

/**
 * As good as fresh for tests that change rows only. Opening an embedded database takes seconds, so
 * one serves all tests of a file and is emptied after each; a server's copy is cheap and thrown away.
 */
export async function recycledDatabase(clock: Clock = machineClock): Promise<Database> {
  if (inject('database').kind === 'postgres') return freshDatabase({ clock })

  testsClock = clock
  shared ??= openShared()
  const database = await shared
  onTestFinished(() => empty(database))
  return database
}

let shared: Promise<Database> | null = null
let testsClock: Clock = machineClock

// It ends with the test file's own process; the set-up removes its folder.
const openShared = () =>
  openDatabase({ clock: whicheverClock, place: embeddedPlace(), sqlFolder: SQL_FOLDER })

/** The one that the test at work has brought. */
const whicheverClock: Clock = {
  now: () => testsClock.now(),
  offsetMs: () => testsClock.offsetMs(),
}

async function empty(database: Database) {
  await database.as(theServer, async (sql) => {
    await sql.query(EMPTY_ALL)
  })
}

// The buckets that migrations made stay.
const EMPTY_ALL = `
  do $$
  declare tables text;
  begin
    select string_agg(format('%I.%I', schemaname, relname), ', ') into tables
      from pg_stat_user_tables
     where schemaname in ('public', 'auth', 'storage', 'storage_private', 'ops')
       and relname <> 'buckets';
    execute 'truncate ' || tables || ' cascade';
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.buckets where id not in ('avatars', 'exports');
    if to_regclass('jobs.job') is not null then truncate jobs.job; end if;
  end
  $$`
