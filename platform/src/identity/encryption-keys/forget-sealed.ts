import { type Database, type Rows, type Sql, theServer } from '#db/database.ts'
import type { Keyring } from '#sealing/keyring.ts'
import type { Forgotten, SealedColumn } from './sealed-columns.ts'

type Needs = { db: Database; keyring: Keyring; now: () => Date }

type LostTexts = { key: string; place: string; rows: number }

/** Is told of the accounts of each step, in its transaction. */
type OnForgotten = (sql: Sql, forgotten: Forgotten) => Promise<void>

const ROWS_PER_STEP = 1_000
const STEP_LIMIT = { statementLimitMs: 600_000 }

/** Counts the texts that none of the keys opens, by the key that sealed them and their place. */
export async function countUnopened(
  needs: Omit<Needs, 'now'>,
  columns: readonly SealedColumn[],
): Promise<LostTexts[]> {
  const found: LostTexts[] = []
  for (const column of columns) {
    const counts = new Map<string, number>()
    for await (const rows of unopenedRows(needs, column)) {
      for (const { keyId } of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
    const place = `${column.table}.${column.name}`
    found.push(...[...counts].map(([key, rows]) => ({ key, place, rows })))
  }

  return found
}

/** Clears them beside running servers, a step at a time; an interrupted run goes on. Returns how many. */
export async function forgetSealed(
  needs: Needs,
  columns: readonly SealedColumn[],
  onForgotten: OnForgotten,
): Promise<number> {
  let forgotten = 0
  for (const column of columns) {
    for await (const rows of unopenedRows(needs, column)) {
      const work = async (sql: Sql) => {
        const keys = await stillSealed(sql, column, rows)
        await onForgotten(sql, await column.forget(sql, needs.now(), keys))
        return keys.length
      }
      forgotten += await needs.db.as(theServer, work, STEP_LIMIT)
    }
  }

  return forgotten
}

type UnopenedRow = { key: string; sealed: string; keyId: string }
type Sealed = UnopenedRow & { place: string }

async function* unopenedRows(
  { db, keyring }: Omit<Needs, 'now'>,
  { table, key, keyType, read, place }: SealedColumn,
): AsyncGenerator<UnopenedRow[]> {
  let after: string | null = null
  for (;;) {
    const { rows }: Rows<Sealed> = await db.ask<Sealed>(
      theServer,
      {
        text: `select ${key}::text as key, ${read} as sealed, ${place} as place,
                      split_part(${read}, '.', 2) as "keyId"
                 from ${table} where ${read} is not null and ($1::${keyType} is null or ${key} > $1::${keyType})
                order by ${table}.${key} limit ${ROWS_PER_STEP}`,
        values: [after],
      },
      STEP_LIMIT,
    )
    const lost = rows.filter((row) => !opens(keyring, row))
    if (lost.length > 0) yield lost
    if (rows.length < ROWS_PER_STEP) return
    after = rows.at(-1)?.key ?? null
  }
}

/** A row that was changed meanwhile was sealed with a key that is there. */
async function stillSealed(
  sql: Sql,
  { table, key, keyType, read }: SealedColumn,
  rows: readonly UnopenedRow[],
): Promise<string[]> {
  const { rows: locked } = await sql.query<{ key: string }>(
    `select ${table}.${key}::text as key from ${table}
       join unnest($1::${keyType}[], $2::text[]) as lost (key, sealed)
         on ${table}.${key} = lost.key and ${read} = lost.sealed
        for update of ${table.split('.').at(-1)}`,
    [rows.map((row) => row.key), rows.map(({ sealed }) => sealed)],
  )

  return locked.map((row) => row.key)
}

function opens(keyring: Keyring, { sealed, place }: { sealed: string; place: string }): boolean {
  try {
    keyring.open(sealed, place)
    return true
  } catch {
    return false
  }
}
