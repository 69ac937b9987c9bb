import { type Database, type Sql, theServer } from '#db/database.ts'

const PAGE_ROWS = 500
const PAGE_BYTES = 4 * 2 ** 20
const MOST_UNREAD = 20_000

/** A row as a trigger recorded it. */
export type RecordedChange = {
  seq: string
  relation: string
  /** O: the transaction changed too many rows of this table. */
  op: 'I' | 'U' | 'D' | 'O'
  record: string | null
  old: string | null
  isCut: boolean
  /** As in xmin of the rows that it wrote. */
  transaction: string
  at: string
}

export type Place = { server: string; epoch: string; snapshot: string }

export type Page = {
  snapshot: string
  changes: RecordedChange[]
  /** There are more of the same snapshot behind the last one. */
  isFull: boolean
}

/** Registers a server that reads; what is visible now counts as read. */
export async function beginReading(sql: Sql, server: string, leaseMs: number): Promise<Place> {
  const { rows } = await sql.query<Pick<Place, 'epoch' | 'snapshot'>>(
    `insert into realtime_private.readers (server, snapshot, until)
     values ($1, pg_current_snapshot(), clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (server) do update
        set epoch = readers.epoch + 1, snapshot = excluded.snapshot, until = excluded.until
     returning epoch::text, snapshot::text`,
    [server, leaseMs],
  )
  const [row] = rows
  if (!row) throw new Error('A reader was not registered')

  return { server, ...row }
}

export async function endReading(sql: Sql, server: string): Promise<void> {
  await sql.query('delete from realtime_private.watched where server = $1', [server])
  await sql.query('delete from realtime_private.readers where server = $1', [server])
}

/**
 * Changes that became visible since the place's snapshot, in statement order. The statement's own snapshot is the next place. Null: the
 * place is lost, by a lapsed lease, a crash of the database or a raised epoch.
 */
export async function readPage(db: Database, place: Place): Promise<Page | null> {
  return pageOf(db, FIRST_PAGE, [place.server, place.epoch, place.snapshot])
}

/** Later pages of the same snapshot. */
export async function readFurther(
  db: Database,
  { server, epoch, snapshot }: Place,
  { snapshot: until, changes }: Page,
): Promise<Page | null> {
  const last = changes.at(-1)?.seq ?? '0'

  return pageOf(db, FURTHER_PAGE, [server, epoch, snapshot, until, last])
}

/** Whether there are more changes than are told one by one. */
export async function hasTooMany(db: Database, place: Place): Promise<boolean> {
  const { rows } = await db.ask<{ many: boolean }>(
    theServer,
    {
      text: `select count(*) > ${MOST_UNREAD} as many
               from (select from realtime_private.changes where ${unread('$1')} limit ${MOST_UNREAD + 1}) as counted`,
      values: [place.snapshot],
    },
    READING,
  )

  return rows[0]?.many ?? false
}

type PageRow = Partial<RecordedChange> & { snapshot: string; isPlaced: boolean; isFull: boolean }

async function pageOf(db: Database, name: string, values: unknown[]): Promise<Page | null> {
  const text = name === FIRST_PAGE ? FIRST : FURTHER
  const { rows } = await db.ask<PageRow>(theServer, { name, text, values }, READING)
  const [first] = rows
  if (!first?.isPlaced) return null
  const changes = rows.filter((row): row is PageRow & RecordedChange => row.seq != null)

  return { snapshot: first.snapshot, changes, isFull: rows.some(({ isFull }) => isFull) }
}

const FIRST_PAGE = 'realtime_first_page'
const FURTHER_PAGE = 'realtime_further_page'

/** Without statistics of a table that is empty most of the time, the planner would read it whole. */
const READING = { readOnly: true, settings: { enable_seqscan: 'off' } }

const unread = (snapshot: string) =>
  `xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`

const pageText = (next: string, further: string) => `
  with page as (
    select *, sum(bytes) over (order by seq) - bytes as bytes_before, row_number() over (order by seq) as place
      from (
        select * from (select * from realtime_private.changes where ${unread('$3')} offset 0) as found
         where true ${further}
         order by seq
         limit ${PAGE_ROWS}
      ) as limited
  )
  select ${next}::text as snapshot,
         exists (
           select from realtime_private.readers where server = $1 and epoch = $2 and until > clock_timestamp()
         ) as "isPlaced",
         page.place = ${PAGE_ROWS} or exists (select from page where bytes_before >= ${PAGE_BYTES}) as "isFull",
         page.seq::text, page.relation::text, page.op::text, page.record::text, page.old::text, page.is_cut as "isCut",
         (page.xid::text::numeric % 4294967296)::text as transaction,
         to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (select) as always
    left join page on page.bytes_before < ${PAGE_BYTES}
   order by page.seq`

const FIRST = pageText('pg_current_snapshot()', '')
const FURTHER = pageText('$4', 'and pg_visible_in_snapshot(xid, $4::pg_snapshot) and seq > $5')
