import { type Database, theServer } from '#db/database.ts'
import { type Broadcast, encodeBroadcast } from '#realtime/wire/encode.ts'
import type { Replay } from './join-config.ts'
import { type Channel, PREFIX } from './socket.ts'

type Row = { id: string; event: string; payload: string | null; binary_payload: Buffer | null }

/** The newest stored messages of a private topic, oldest first; those of one instant in the order of their insertion. */
export async function readStored(
  db: Database,
  topic: string,
  { sinceMs, limit }: Replay,
): Promise<Broadcast[]> {
  const { rows } = await db.ask<Row>(
    theServer,
    {
      text: `select id, event, payload::text as payload, binary_payload
               from realtime.messages
              where topic = $1 and private and extension = 'broadcast'
                and inserted_at >= (to_timestamp($2::float8 / 1000) at time zone 'UTC')
              order by inserted_at desc, ctid desc
              limit $3`,
      values: [topic, sinceMs, limit],
    },
    { readOnly: true },
  )
  return rows.reverse().map(({ id, event, payload, binary_payload: bytes }) => ({
    event: event ?? '',
    meta: JSON.stringify({ replayed: true, id }),
    ...(bytes
      ? { form: 'binary', bytes }
      : { form: 'json', bytes: Buffer.from(payload ?? 'null') }),
  }))
}

/** Sends stored messages, then what came meanwhile. */
export function sendStored(channel: Channel, stored: readonly Broadcast[]): void {
  channel.replayed = new Set(stored.map(({ meta }) => JSON.parse(meta ?? '{}').id))
  for (const broadcast of stored) {
    const frame = encodeBroadcast(channel.socket.version, PREFIX + channel.name, broadcast)
    if (frame) channel.socket.write(frame)
  }
  channel.releaseHeld()
}
