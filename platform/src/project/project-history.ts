import type { Sql } from '#db/database.ts'
import type { Migration } from './sql-script.ts'

export type AppliedMigration = { version: string; name: string | null; statements: string[] }

/** The tables of the Supabase CLI, so that it and we continue each other's work. */
export async function createProjectHistory(sql: Sql): Promise<void> {
  await sql.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key);
    alter table supabase_migrations.schema_migrations add column if not exists statements text[];
    alter table supabase_migrations.schema_migrations add column if not exists name text;
    create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`)
}

export async function hasProjectHistory(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>(
    `select to_regclass('supabase_migrations.seed_files') is not null
            and exists (select from information_schema.columns
                         where table_schema = 'supabase_migrations' and table_name = 'schema_migrations'
                           and column_name = 'name') as has`,
  )

  return rows[0]?.has === true
}

export async function appliedMigrations(sql: Sql): Promise<AppliedMigration[]> {
  const { rows } = await sql.query<AppliedMigration>(
    `select version, name, coalesce(statements, '{}') as statements
       from supabase_migrations.schema_migrations
      order by version collate "C"`,
  )

  return rows
}

export async function recordMigration(sql: Sql, migration: Migration): Promise<void> {
  const { version, name, statements } = migration
  await sql.query(
    `insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)
     on conflict (version) do update set name = excluded.name, statements = excluded.statements`,
    [version, name, statements.map(({ text }) => text)],
  )
}

export async function forgetMigration(sql: Sql, version: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'delete from supabase_migrations.schema_migrations where version = $1',
    [version],
  )

  return rowCount > 0
}

/** A seed that still has to run has an empty digest. */
export async function planSeeds(sql: Sql, paths: readonly string[]): Promise<void> {
  await sql.query(
    `insert into supabase_migrations.seed_files (path, hash)
     select path, '' from unnest($1::text[]) as given(path) on conflict do nothing`,
    [paths],
  )
}

export async function plannedSeeds(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ path: string }>(
    `select path from supabase_migrations.seed_files where hash = ''`,
  )

  return rows.map(({ path }) => path)
}

export async function recordSeed(sql: Sql, path: string, digest: string): Promise<void> {
  await sql.query('update supabase_migrations.seed_files set hash = $2 where path = $1', [
    path,
    digest,
  ])
}
