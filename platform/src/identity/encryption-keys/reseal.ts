import { type Database, theServer } from '#db/database.ts'
import type { Keyring } from '#sealing/keyring.ts'
import type { SealedColumn } from './sealed-columns.ts'

type Needs = { db: Database; keyring: Keyring }

const ROWS_PER_STEP = 5_000
const STEP_LIMIT = { statementLimitMs: 600_000 }

export type KeyUsage = { key: string; place: string; rows: number }

/** How many texts each key sealed, by place. */
export async function keyUsage(
  db: Database,
  columns: readonly SealedColumn[],
): Promise<KeyUsage[]> {
  const usage: KeyUsage[] = []
  for (const { table, name, read } of columns) {
    const { rows } = await db.ask<{ key: string; rows: number }>(
      theServer,
      {
        text: `select split_part(${read}, '.', 2) as key, count(*)::int as rows
                 from ${table} where ${read} is not null group by 1 order by 1`,
      },
      STEP_LIMIT,
    )
    usage.push(
      ...rows.map(({ key, rows: count }) => ({ key, place: `${table}.${name}`, rows: count })),
    )
  }

  return usage
}

/** One sealed text of a column, and the place that it was sealed for; null if there is none. */
export async function anySealed(
  db: Database,
  { table, read, place }: SealedColumn,
): Promise<{ sealed: string; place: string } | null> {
  const { rows } = await db.ask<{ sealed: string; place: string }>(
    theServer,
    {
      text: `select ${read} as sealed, ${place} as place from ${table} where ${read} is not null limit 1`,
    },
    STEP_LIMIT,
  )

  return rows[0] ?? null
}

/**
 * Seals everything that an older key sealed with the present one, a step at a time beside running servers; an interrupted run goes on. A
 * text that changes meanwhile is left as it is then: whoever changed it sealed it. Returns how many were sealed anew and how many no key
 * opens.
 */
export async function reseal(
  needs: Needs,
  columns: readonly SealedColumn[],
): Promise<{ resealed: number; unopened: number }> {
  const all = { resealed: 0, unopened: 0 }
  for (const column of columns) {
    const { resealed, unopened } = await resealColumn(needs, column)
    all.resealed += resealed
    all.unopened += unopened
  }

  return all
}

async function resealColumn({ db, keyring }: Needs, column: SealedColumn) {
  const { table, key, read, place, write } = column
  const unopened: string[] = []
  let resealed = 0

  for (;;) {
    const { rows } = await db.ask<{ key: string; sealed: string; place: string }>(
      theServer,
      {
        text: `select ${key}::text as key, ${read} as sealed, ${place} as place from ${table}
                where ${read} is not null and split_part(${read}, '.', 2) <> $1 and ${key}::text <> all ($2::text[])
                limit ${ROWS_PER_STEP}`,
        values: [keyring.sealsWith, unopened],
      },
      STEP_LIMIT,
    )
    if (rows.length === 0) return { resealed, unopened: unopened.length }

    const fresh = rows.flatMap((row) => {
      const sealed = sealedAnew(keyring, row)
      if (sealed === null) unopened.push(row.key)
      return sealed === null ? [] : [{ ...row, fresh: sealed }]
    })
    const { rowCount } = await db.ask(
      theServer,
      {
        text: `update ${table} set ${write('fresh.sealed')}
                 from unnest($1::text[], $2::text[], $3::text[]) as fresh (key, old, sealed)
                where ${table}.${key}::text = fresh.key and ${read} = fresh.old`,
        values: [
          fresh.map((row) => row.key),
          fresh.map(({ sealed }) => sealed),
          fresh.map((row) => row.fresh),
        ],
      },
      STEP_LIMIT,
    )
    resealed += rowCount
  }
}

function sealedAnew(
  keyring: Keyring,
  { sealed, place }: { sealed: string; place: string },
): string | null {
  try {
    return keyring.seal(keyring.open(sealed, place), place)
  } catch {
    return null
  }
}
