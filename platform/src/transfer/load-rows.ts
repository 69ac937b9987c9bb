import type { Sql } from '#db/database.ts'
import { StartError } from '#errors/start-error.ts'

type LoadColumn = { name: string; type: string }

/** A table that takes rows; names are quoted. */
type LoadTarget = { name: string; columns: LoadColumn[] }

const PORTION_BYTES = 4 * 2 ** 20
const PORTION_ROWS = 2_000

/** Inserts the data of a COPY in portions. Returns the number of rows. */
export async function loadRows(
  sql: Sql,
  target: LoadTarget,
  batches: AsyncIterable<string[]>,
): Promise<number> {
  let count = 0
  let portion: (string | null)[][] = []
  let bytes = 0
  const flush = async () => {
    await insertRows(sql, target, portion)
    count += portion.length
    portion = []
    bytes = 0
  }

  for await (const lines of batches) {
    for (const line of lines) {
      portion.push(valuesIn(line, target))
      bytes += line.length
      if (bytes >= PORTION_BYTES || portion.length === PORTION_ROWS) await flush()
    }
  }
  await flush()
  return count
}

/** A line of COPY's text format. */
function valuesIn(line: string, { name, columns }: LoadTarget): (string | null)[] {
  const values = columns.length === 0 && line === '' ? [] : line.split('\t').map(fieldValue)
  if (values.length === columns.length) return values

  throw new StartError(`a row of ${name} has ${values.length} values for ${columns.length} columns`)
}

const fieldValue = (field: string): string | null => {
  if (field === '\\N') return null

  return field.includes('\\') ? field.replace(ESCAPE, unescaped) : field
}

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|([\s\S]))/g
const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const unescaped = (_: string, octal?: string, hex?: string, sign = ''): string => {
  const code = octal ? Number.parseInt(octal, 8) : hex ? Number.parseInt(hex, 16) : null

  return code === null ? (CONTROLS[sign] ?? sign) : String.fromCharCode(code)
}

async function insertRows(
  sql: Sql,
  { name, columns }: LoadTarget,
  rows: readonly (string | null)[][],
): Promise<void> {
  if (rows.length === 0) return
  if (columns.length === 0) {
    for (const _ of rows) await sql.query(`insert into ${name} default values`)
    return
  }
  const into = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value`
  // Arrays of large values take three times their size.
  const [only] = rows
  if (rows.length === 1 && only) {
    const values = columns.map(({ type }, at) => `$${at + 1}::text::${type}`)
    await sql.query(`${into} values (${values.join(', ')})`, only)
    return
  }
  await sql.query(
    `${into} select ${columns.map(({ type }, at) => `c${at}::${type}`).join(', ')}
       from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as r(${columns.map((_, at) => `c${at}`).join(', ')})`,
    columns.map((_, at) => rows.map((row) => row[at])),
  )
}
