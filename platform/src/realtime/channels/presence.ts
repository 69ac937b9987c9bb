import { randomBytes, randomUUID } from 'node:crypto'
import { readRights } from '#realtime/access/rights.ts'
import { TRACK_BYTES } from '#realtime/access/settings.ts'
import type { PresenceChange, PresenceRow } from '#realtime/relay/relay-table.ts'
import { type ClientMessage, isObject } from '#realtime/wire/message.ts'
import type { Topic, TopicName } from './hub.ts'
import { mayWrite } from './may-write.ts'
import type { ChannelNeeds } from './needs.ts'
import type { Channel } from './socket.ts'
import { type Entry, TopicPresence } from './topic-presence.ts'

/** What a message of a client leads to: a reply, and perhaps the end of the channel. */
export type Outcome = { status: 'ok' | 'error'; response?: object } | { end: string } | null

/** Shares the topic's presence with the channel; loads it for the first one. */
export async function openPresence(needs: ChannelNeeds, topic: Topic): Promise<void> {
  const { name, isPrivate } = topic
  topic.presence ??= new TopicPresence(name, topic.channels)
  const { presence } = topic
  presence.loaded ??= needs.relay.loadPresence(name, isPrivate, (rows) => presence.load(rows))
  try {
    await presence.loaded
  } catch (error) {
    presence.loaded = null
    throw error
  }
}

/** Sends the state that the diffs after it refer to. */
export function sendPresenceState({ presence }: Topic, channel: Channel): void {
  if (!presence) return
  presence.flush()
  channel.send('presence_state', presence.state())
}

/** `track` and `untrack`. */
export async function receivePresence(
  needs: ChannelNeeds,
  channel: Channel,
  { payload }: ClientMessage,
): Promise<Outcome> {
  const event = String(payload.event ?? '').toLowerCase()
  if (event === 'untrack') {
    untrack(needs, channel)
    return { status: 'ok' }
  }
  if (event !== 'track') return { status: 'error', response: { reason: 'unknown presence event' } }
  if (!channel.socket.take('tracks')) return { end: 'Client presence rate limit exceeded' }
  const meta = isObject(payload.payload) ? payload.payload : {}
  const text = JSON.stringify(meta)
  if (Buffer.byteLength(text) > TRACK_BYTES) return { end: 'Track message size exceeded' }

  return track(needs, channel, meta, text)
}

async function track(
  needs: ChannelNeeds,
  channel: Channel,
  { phx_ref: _ref, phx_ref_prev: _prev, ...meta }: Record<string, unknown>,
  text: string,
): Promise<Outcome> {
  const { config } = channel
  if (!(await mayWrite(needs, channel, 'presence'))) return NOT_ALLOWED
  if (!config.presence) await enablePresence(needs, channel)
  const topic = topicOf(needs, channel)
  if (channel.state !== 'joined' || !topic?.presence) return null
  const before = channel.tracked
  if (before?.payload === text) return { status: 'ok' }
  if (!before && topic.presence.size >= needs.settings.presences) {
    return { status: 'error', response: { reason: 'Too many presences on this topic' } }
  }

  config.presenceKey ??= randomUUID()
  const ref = randomBytes(9).toString('base64url')
  const entry: Entry = {
    key: config.presenceKey,
    ref,
    meta: before ? { ...meta, phx_ref_prev: before.ref } : meta,
  }
  channel.tracked = { ref, payload: text }
  needs.count('presence')
  await tell(needs, topic, [entry], before ? [before.ref] : [])
  return { status: 'ok' }
}

const NOT_ALLOWED: Outcome = {
  status: 'error',
  response: { reason: 'You do not have permissions to track presence on this channel' },
}

/** A channel that did not ask for presence gets it with its first `track`. */
async function enablePresence(needs: ChannelNeeds, channel: Channel): Promise<void> {
  const topic = topicOf(needs, channel)
  if (!topic) return
  if (channel.config.isPrivate) {
    const rights = await readRights(needs.db, channel.question, ['broadcast', 'presence'])
    channel.reads = rights
  }
  await openPresence(needs, topic)
  if (channel.state !== 'joined' || channel.config.presence) return
  channel.config.presence = true
  if (channel.reads.presence) sendPresenceState(topic, channel)
}

export function untrack(needs: ChannelNeeds, channel: Channel): void {
  const { tracked } = channel
  if (!tracked) return
  channel.tracked = null
  const topic = { name: channel.name, isPrivate: channel.config.isPrivate }
  tell(needs, topic, [], [tracked.ref]).catch((err: unknown) =>
    needs.log.warn({ err }, 'presence not shared'),
  )
}

/** Tells this server's clients at once; resolves when the others may know. */
async function tell(
  { hub, relay }: ChannelNeeds,
  to: TopicName,
  joins: readonly Entry[],
  leaves: readonly string[],
): Promise<void> {
  const { name, isPrivate } = to
  hub.find(to)?.presence?.apply(joins, leaves)
  const rows = joins.map(({ key, ref, meta }): PresenceRow => ({ key, ref, meta: { ...meta } }))
  const where = { topic: name, private: isPrivate }
  const presence: PresenceChange[] = [
    ...rows.map((kept) => ({ ...where, kept })),
    ...leaves.map((deleted) => ({ ...where, deleted })),
  ]
  const body = Buffer.from(JSON.stringify({ joins: rows, leaves }))
  const row = { ...where, kind: 'presence' as const, event: '', meta: null, encoding: 1, body }
  await relay.tell({ row, presence })
}

/** What another server tells. */
export function applyPresence({ hub }: ChannelNeeds, to: TopicName, body: Buffer): void {
  const presence = hub.find(to)?.presence
  if (!presence) return
  const { joins, leaves } = JSON.parse(body.toString()) as { joins: Entry[]; leaves: string[] }
  presence.apply(joins, leaves)
}

const topicOf = ({ hub }: ChannelNeeds, { name, config }: Channel) =>
  hub.find({ name, isPrivate: config.isPrivate })
