import { onTestFinished } from 'vitest'
import type { RealtimeServer } from './realtime-server.ts'

/**
 * Policies for the test: members read topics that begin with `open` or name them, and write where the topic also says `write`. They are
 * dropped after it.
 */
export async function openRooms({ sql }: Pick<RealtimeServer, 'sql'>): Promise<void> {
  const isOwn = `realtime.topic() like '%' || auth.uid()::text || '%'`
  await sql(
    `create policy "rooms are read" on realtime.messages for select to authenticated
       using (realtime.topic() like 'open%' or ${isOwn})`,
  )
  await sql(
    `create policy "rooms are written" on realtime.messages for insert to authenticated
       with check (realtime.topic() like '%write%')`,
  )
  onTestFinished(() => closeRooms({ sql }))
}

export async function closeRooms({ sql }: Pick<RealtimeServer, 'sql'>): Promise<void> {
  await sql('drop policy if exists "rooms are read" on realtime.messages')
  await sql('drop policy if exists "rooms are written" on realtime.messages')
}
