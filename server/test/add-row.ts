type AsOwner = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Puts one row into a table of `public`, as the owner, and answers with its id. */
export async function addRow(
  sql: AsOwner,
  tableName: string,
  row: Record<string, unknown>,
): Promise<string> {
  const columns = Object.keys(row)
  const [added] = await sql(
    `insert into public.${tableName} as added (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})
     returning to_jsonb(added) ->> 'id' as id`,
    Object.values(row),
  )

  return String(added?.id)
}
