import { createHash } from 'node:crypto'
import type { ChangeData } from '#realtime/changes/change-data.ts'
import {
  type ChangeBinding,
  type ChangeListener,
  ChangesRefused,
} from '#realtime/changes/changes-feed.ts'
import { encodeJson } from '#realtime/wire/encode.ts'
import type { Payload } from '#realtime/wire/message.ts'
import { failChannel } from './end-channel.ts'
import type { ChannelNeeds } from './needs.ts'
import type { Channel } from './socket.ts'

/** A binding as the client sent it, and as it is subscribed. Its id names it in changes. */
export type NumberedBinding = { sent: Payload; binding: ChangeBinding }

const MOST_ID = 2 ** 31 - 1

/** Bindings of equal parameters have equal ids, also in other channels; within one, all differ. */
export function numberBindings(changes: readonly Payload[]): NumberedBinding[] {
  const taken = new Set<number>()

  return changes.map((given) => {
    const isKept = ([name, value]: [string, unknown]) => value !== null && name !== 'id'
    const sent = Object.fromEntries(Object.entries(given).filter(isKept))
    const binding = bindingOf(sent)
    let id = idOf(binding)
    while (taken.has(id)) id = (id % MOST_ID) + 1
    taken.add(id)

    return { sent: { ...sent, id }, binding: { ...binding, id } }
  })
}

type Parameters = Omit<ChangeBinding, 'id'>

function bindingOf({ event = '*', schema = 'public', table, filter, select }: Payload): Parameters {
  return {
    event: String(event).toUpperCase() as ChangeBinding['event'],
    schema: String(schema),
    table: textOf(table),
    filter: textOf(filter),
    select: Array.isArray(select) ? select.map(String) : undefined,
  }
}

const textOf = (value: unknown) =>
  value === undefined || value === null || value === '' ? undefined : String(value)

function idOf({ event, schema, table, filter, select }: Parameters): number {
  const text = JSON.stringify([event, schema, table, filter, select])

  return (createHash('sha1').update(text).digest().readUInt32BE(0) % MOST_ID) + 1
}

/** A client without `config` names schema, table and filter in its topic. */
export function bindingInTopic(name: string): Payload {
  const [schema, table, ...filter] = name.split(':')

  return { event: '*', schema, table, filter: filter.join(':') }
}

/** Subscribes after the join was answered, and tells the client how it went. */
export async function subscribeToChanges(
  needs: ChannelNeeds,
  channel: Channel,
  numbered: readonly NumberedBinding[],
): Promise<void> {
  if (numbered.length === 0) return
  const bindings = numbered.map(({ binding }) => binding)
  const unknown = bindings.find(({ event }) => !EVENTS.has(event))
  if (unknown) {
    channel.system('error', unknownEvent(unknown), 'postgres_changes')
    return
  }
  try {
    const changes = await needs.changes.subscribe(
      channel.caller,
      bindings,
      listenerOf(needs, channel),
    )
    // The client may have left meanwhile.
    if (channel.state === 'closed') return changes.end()
    channel.changes = changes
    channel.system('ok', 'Subscribed to PostgreSQL', 'postgres_changes')
  } catch (error) {
    if (channel.state === 'closed') return
    if (error instanceof ChangesRefused) {
      channel.system('error', error.message, 'postgres_changes')
      return
    }
    needs.log.warn({ err: error }, 'realtime changes not subscribed')
    failChannel(needs, channel)
  }
}

const EVENTS: ReadonlySet<string> = new Set(['*', 'INSERT', 'UPDATE', 'DELETE'])

const unknownEvent = ({ event, schema, table, filter, select }: ChangeBinding) =>
  `Unable to subscribe to changes with given parameters. The event is unknown: [event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filters: ${filter ?? 'nil'}, select: ${select?.join() ?? 'nil'}]`

function listenerOf(needs: ChannelNeeds, channel: Channel): ChangeListener {
  return {
    change: (ids, data) => {
      if (channel.state !== 'joined') return
      needs.count('change')
      channel.socket.write(frameOf(channel, ids, data))
    },
    gap: (reason) => {
      needs.log.debug({ reason }, 'realtime changes missed')
      failChannel(needs, channel)
    },
  }
}

/** Those who may see the same share one object, so a frame is encoded once for all of them. */
const frames = new WeakMap<ChangeData, Map<string, Buffer>>()

function frameOf({ socket, topic, config }: Channel, ids: readonly number[], data: ChangeData) {
  const { version } = socket
  const key = `${version} ${config.isOfOldClient} ${ids.join()} ${topic}`
  let known = frames.get(data)
  if (!known) {
    known = new Map()
    frames.set(data, known)
  }
  let frame = known.get(key)
  if (!frame) {
    const isBare = config.isOfOldClient
    const payload = isBare ? data.json : `{"ids":[${ids.join()}],"data":${data.json}}`
    const event = isBare ? data.type : 'postgres_changes'
    frame = encodeJson(version, { topic, event, payload })
    known.set(key, frame)
  }
  return frame
}
