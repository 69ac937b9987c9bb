import { writeFile } from 'node:fs/promises'
import { quoteName } from '#data-api/quoting/identifiers.ts'
import type { Sql } from '#db/database.ts'
import { DumpReader } from './dump-reader.ts'
import { stepFor } from './dump-step.ts'
import { isHostedRole, isOwnSchema, OWN_SCHEMAS } from './hosted-schemas.ts'
import { placedWords } from './statement-words.ts'

/** What pg_dump is asked for. Triggers and policies on tables of the platform are kept, the rest of it is left out. */
export const SCHEMA_OPTIONS = [
  '--schema-only',
  '--no-owner',
  '--no-subscriptions',
  '--quote-all-identifiers',
  ...OWN_SCHEMAS.map((name) => `--exclude-schema=${name}`),
]

const HEAD = `SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;

`

/** Turns what pg_dump wrote into SQL that a hosted project takes. */
export async function writeSchema(
  dump: string,
  { file, serverRole }: { file: string; serverRole: string },
): Promise<void> {
  const reader = new DumpReader(dump, 'schema.sql')
  const statements: string[] = []

  for (let next = await reader.next(); next; next = await reader.next()) {
    const text = hostedText(next.text, serverRole)
    if (text !== null) statements.push(`${text};\n`)
  }
  await writeFile(file, `${HEAD}${statements.join('\n')}\nRESET ALL;\n`, { mode: 0o600 })
}

const MOST_WORDS = 5_000
const POLICY_OF_OURS = 'service_role passes'

function hostedText(text: string, serverRole: string): string | null {
  const words = placedWords(text, MOST_WORDS)
  const [verb, kind, name] = words.map((word) => word.text)
  if (verb === 'set' || verb === 'select') return null
  if (kind === 'policy' && name === POLICY_OF_OURS) return null
  // Triggers that tell changes to clients call a function of ours.
  if (words.some((word, at) => isOwnSchema(word.text) && words[at + 1]?.text === '.')) return null
  const hosted = text.replace(`FOR ROLE ${quoteName(serverRole)}`, 'FOR ROLE "postgres"')
  const step = stepFor(hosted, (given) => given !== serverRole)
  if (step.do === 'extension') return hosted
  if (step.do !== 'run') return null

  // Default privileges keep the name of their owner.
  return kind === 'default' ? hosted : step.text
}

/** Roles of the author that grants and policies of this database name. */
export async function exportedRoles(sql: Sql, serverRole: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select distinct rolname as name
       from pg_roles join pg_shdepend on refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid
      where dbid = (select oid from pg_database where datname = current_database())
        and deptype <> 'o' and not rolsuper
      order by 1`,
  )

  return rows.map(({ name }) => name).filter((name) => !isHostedRole(name) && name !== serverRole)
}

export const rolesSql = (roles: readonly string[]): string =>
  `SET client_encoding = 'UTF8';\n\n${roles.map((role) => `CREATE ROLE ${quoteName(role)};\n`).join('')}\nRESET ALL;\n`
