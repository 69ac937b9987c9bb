import type { Sql } from '#db/database.ts'
import { moveStaged } from './move-staged.ts'
import type { Report } from './report.ts'
import type { StagedTables } from './staged-tables.ts'

/** Buckets, and the list of the files whose bytes are still to come. */
export async function takeInBuckets(sql: Sql, staged: StagedTables, report: Report): Promise<void> {
  const buckets = await moveStaged(sql, staged, 'storage.buckets', {
    without: ['type'],
    onConflict: 'on conflict (id) do update set public = excluded.public',
  })
  report.add('carried', 'buckets', { count: buckets })
  const objects = staged.of('storage.objects')
  if (!objects) return

  await sql.query(`create table if not exists supabase_migrations.awaited_files (
    bucket text not null, name text not null, facts jsonb not null, primary key (bucket, name))`)
  await sql.query(
    `insert into supabase_migrations.awaited_files (bucket, name, facts)
     select row ->> 'bucket_id', row ->> 'name', row
       from (select to_jsonb(staged) as row from ${objects.name} as staged) as rows
      where row ->> 'bucket_id' is not null and row ->> 'name' is not null
     on conflict do nothing`,
  )
}
