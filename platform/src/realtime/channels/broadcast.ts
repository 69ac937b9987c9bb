import type { RelayRow } from '#realtime/relay/relay-table.ts'
import type { Broadcast } from '#realtime/wire/encode.ts'
import type { ClientMessage } from '#realtime/wire/message.ts'
import type { TopicName } from './hub.ts'
import { mayWrite } from './may-write.ts'
import type { ChannelNeeds } from './needs.ts'
import type { Outcome } from './presence.ts'
import type { Channel } from './socket.ts'

/** A client's broadcast. Without the right to send it goes nowhere, and an acknowledged one is answered an error. */
export async function receiveBroadcast(
  needs: ChannelNeeds,
  channel: Channel,
  message: ClientMessage,
): Promise<Outcome> {
  const { config } = channel
  if (!channel.socket.take('broadcasts')) return tooMany(needs)
  const broadcast = broadcastOf(message)
  if (sizeOf(broadcast) > needs.settings.payloadBytes) {
    return config.ack ? { status: 'error', response: { reason: TOO_LARGE } } : null
  }
  const isPermitted = await mayWrite(needs, channel, 'broadcast')
  if (channel.state !== 'joined') return null
  if (!isPermitted) return config.ack ? refused(channel) : null
  const to = { name: channel.name, isPrivate: config.isPrivate }
  if (!needs.hub.admits(to)) return tooMany(needs)
  const told = sendBroadcast(needs, to, broadcast, channel)
  if (config.ack) {
    await told
    return { status: 'ok' }
  }
  told.catch((err: unknown) => needs.log.warn({ err }, 'broadcast not shared'))
  return null
}

export const TOO_LARGE = 'Payload size exceeded'

const refused = ({ name }: Channel): Outcome => ({
  status: 'error',
  response: {
    reason: `Unauthorized: You do not have permissions to write to this Channel topic: ${name}`,
  },
})

const tooMany = (needs: ChannelNeeds): Outcome => {
  needs.count('limit')
  return { end: 'Too many messages per second' }
}

/** Delivers here, then to the other servers. */
export async function sendBroadcast(
  { hub, relay, count }: ChannelNeeds,
  to: TopicName,
  broadcast: Broadcast,
  from: Channel | null = null,
): Promise<void> {
  count('broadcast')
  hub.deliver(to, broadcast, from)
  await relay.tell({ row: rowOf(to, broadcast) })
}

/** What another server or SQL tells. */
export function deliverTold({ hub }: ChannelNeeds, row: RelayRow): void {
  const { event, meta, encoding, body } = row
  const broadcast: Broadcast =
    encoding === MESSAGE
      ? { form: 'message', event, meta, text: body.toString() }
      : { form: encoding === JSON_BYTES ? 'json' : 'binary', event, meta, bytes: body }

  hub.deliver({ name: row.topic, isPrivate: row.private }, broadcast)
}

function broadcastOf({ payload, user }: ClientMessage): Broadcast {
  const event = typeof payload.event === 'string' ? payload.event : ''
  if (user) return { form: user.isJson ? 'json' : 'binary', event, meta: null, bytes: user.bytes }

  return { form: 'message', event, meta: null, text: JSON.stringify(payload) }
}

const sizeOf = (broadcast: Broadcast) =>
  broadcast.form === 'message' ? Buffer.byteLength(broadcast.text) : broadcast.bytes.length

const JSON_BYTES = 1
const MESSAGE = 2

function rowOf({ name, isPrivate }: TopicName, broadcast: Broadcast): RelayRow {
  const { event, meta, form } = broadcast
  const common = { kind: 'broadcast' as const, topic: name, private: isPrivate, meta }
  if (form === 'message') {
    return { ...common, event: '', encoding: MESSAGE, body: Buffer.from(broadcast.text) }
  }
  return { ...common, event, encoding: form === 'json' ? JSON_BYTES : 0, body: broadcast.bytes }
}
