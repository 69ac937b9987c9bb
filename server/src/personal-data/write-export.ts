import { type Database, theServer } from '@app/platform/db/database.ts'
import { type Section, sections } from './sections.ts'

const PAGE_ROWS = 500

const encoder = new TextEncoder()

/**
 * Streams the file with only one page of rows in memory. Each page is a separate transaction: the embedded database has one connection,
 * which the reader needs too.
 */
export async function* writeExport(
  db: Database,
  userId: string,
  at: Date,
): AsyncGenerator<Uint8Array, void, void> {
  yield encoder.encode(`{"exported_at":${JSON.stringify(at.toISOString())}`)
  for (const section of sections) {
    yield encoder.encode(`,\n${JSON.stringify(section.name)}:[`)
    yield* writeRows(db, section, userId)
    yield encoder.encode(']')
  }
  yield encoder.encode('}\n')
}

async function* writeRows(db: Database, section: Section, userId: string) {
  let after: string | null = null
  let comma = ''

  for (;;) {
    const page: Row[] = await pageAfter(db, section, userId, after)
    if (page.length > 0) {
      const lines = page.map(({ content }) => content)
      yield encoder.encode(`${comma}\n${lines.join(',\n')}`)
    }
    if (page.length < PAGE_ROWS) return

    comma = ','
    after = page.at(-1)?.key ?? null
  }
}

type Row = { key: string; content: string }

/**
 * Only the page's rows are rendered. The statement has no name, because it is too rare to stay prepared.
 */
async function pageAfter(
  db: Database,
  { from, person, key, without }: Section,
  userId: string,
  after: string | null,
): Promise<Row[]> {
  const ordered = `one.${key}::text collate "C"`
  const page = await db.ask<Row>(theServer, {
    text: `select ${key}::text as key, (to_jsonb(one) - $3::text[])::text as content
             from (select * from ${from} as one
                    where (${person}) and ($2::text is null or ${ordered} > $2)
                    order by ${ordered}
                    limit ${PAGE_ROWS}) as one
            order by ${ordered}`,
    values: [userId, after, without],
    name: '',
  })

  return page.rows
}
