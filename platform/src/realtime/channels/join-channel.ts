import { readToken, type TokenVerdict } from '#realtime/access/read-token.ts'
import { type Extension, isCurrent, type ReadRights, readRights } from '#realtime/access/rights.ts'
import type { Broadcast } from '#realtime/wire/encode.ts'
import type { ClientMessage } from '#realtime/wire/message.ts'
import { opens } from '#tokens/client-token.ts'
import { numberBindings, subscribeToChanges } from './changes.ts'
import { closeChannel, removeChannel } from './end-channel.ts'
import type { Topic } from './hub.ts'
import { type JoinConfig, readJoin } from './join-config.ts'
import { memberOf } from './member.ts'
import type { ChannelNeeds } from './needs.ts'
import { openPresence, sendPresenceState } from './presence.ts'
import { readStored, sendStored } from './replay.ts'
import { Channel, type ClientSocket, PREFIX } from './socket.ts'

/** A reason that the client is told. */
class JoinRefused extends Error {}

const refuse = (reason: string) => new JoinRefused(reason)

const LONGEST_TOPIC = 1_000
/** A client that joins again at once would only repeat its question. */
const REFUSAL_DELAY_MS = 1_000

/** Answers a join: who it is for, what the policies say, then the reply and what follows it. */
export async function joinChannel(
  needs: ChannelNeeds,
  socket: ClientSocket,
  message: ClientMessage,
): Promise<void> {
  const { topic, ref } = message
  const joinRef = message.joinRef ?? ref
  const replaced = socket.channels.get(topic)
  if (replaced) closeChannel(needs, replaced)
  const config = readJoin(message.payload, topic.slice(PREFIX.length))
  const channel = new Channel({ socket, topic, joinRef, config: config.channel })
  try {
    refuseByLimits(needs, socket, channel)
    socket.channels.set(topic, channel)
    await enter(needs, channel, config, ref)
    needs.count('join')
  } catch (error) {
    if (!(error instanceof JoinRefused)) needs.log.warn({ err: error }, 'realtime join failed')
    const reason = error instanceof JoinRefused ? error.message : DATABASE_AWAY
    needs.count('join refused')
    removeChannel(needs, channel)
    setTimeout(() => {
      socket.reply({ joinRef, ref, topic }, 'error', { reason })
    }, REFUSAL_DELAY_MS).unref()
  }
}

const DATABASE_AWAY =
  'UnableToConnectToProject: Realtime was unable to connect to the project database'

function refuseByLimits(needs: ChannelNeeds, socket: ClientSocket, { name }: Channel): void {
  if (name === '') throw refuse('TopicNameRequired: You must provide a topic name')
  if (name.length > LONGEST_TOPIC) throw refuse('TopicNameTooLong: The topic name is too long')
  if (needs.isDraining()) {
    throw refuse('RealtimeRestarting: Realtime is restarting, please standby')
  }
  if (socket.channels.size >= needs.settings.channelsPerSocket) {
    throw refuse('ChannelRateLimitReached: Too many channels')
  }
}

async function enter(
  needs: ChannelNeeds,
  channel: Channel,
  config: JoinConfig,
  ref: ClientMessage['ref'],
): Promise<void> {
  const { hub, settings } = needs
  const { socket } = channel
  if (settings.privateOnly && !config.channel.isPrivate) {
    throw refuse('PrivateOnly: This project only allows private channels')
  }
  refuseReplay(config)
  channel.caller = await callerOf(needs, channel, config.token)
  if (!opens(channel.caller.claims, 'sync:read')) throw refuse(mayNotRead(channel.name))
  await refuseCrowd(needs, channel)
  channel.reads = await rightsOf(needs, channel)
  if (isClosed(channel) || !socket.isOpen) return
  const topic = hub.add(channel)
  const stored = await storedFor(needs, channel, config)
  if (channel.reads.presence && config.channel.presence) await openPresence(needs, topic)
  // The client may have left meanwhile.
  if (isClosed(channel)) return hub.remove(channel)

  channel.state = 'joined'
  const numbered = numberBindings(config.changes)
  socket.reply({ joinRef: channel.joinRef, ref, topic: channel.topic }, 'ok', {
    postgres_changes: config.channel.isOfOldClient ? [] : numbered.map(({ sent }) => sent),
  })
  follow(channel, config, topic, stored)
  await subscribeToChanges(needs, channel, numbered)
}

/** A function, because the state changes while others are awaited. */
const isClosed = ({ state }: Channel) => state === 'closed'

/** What a client gets after the reply. */
function follow(channel: Channel, config: JoinConfig, topic: Topic, stored: Broadcast[] | null) {
  if (config.channel.presence && channel.reads.presence) sendPresenceState(topic, channel)
  if (stored) sendStored(channel, stored)
  if (config.replicationReady) channel.system('ok', 'Replication connection established')
}

function refuseReplay({ replay, channel }: JoinConfig): void {
  if (replay === null) return
  if (!channel.isPrivate) {
    throw refuse('UnableToReplayMessages: Replay is not allowed for public channels')
  }
  if (replay === 'invalid') throw refuse('UnableToReplayMessages: Replay params are not valid')
}

async function callerOf(needs: ChannelNeeds, { socket }: Channel, token: string | null) {
  if (token === null) return socket.caller
  const verdict: TokenVerdict = await readToken(needs, token)
  if ('caller' in verdict) return verdict.caller
  const { code, text } = verdict.refusal

  throw refuse(`${code}: ${text}`)
}

/** Counts a socket for the member of its channels. */
async function refuseCrowd({ members, settings }: ChannelNeeds, channel: Channel): Promise<void> {
  const { socket, caller } = channel
  const member = memberOf(caller)?.userId
  if (member === undefined || socket.members.includes(member)) return
  if (members.of(member) >= settings.socketsPerMember || socket.members.length >= MOST_MEMBERS) {
    throw refuse('ConnectionRateLimitReached: Too many connected users')
  }
  if (!socket.isOpen) return
  socket.members.push(member)
  members.add(member, 1)
}

/** Different people of one socket. */
const MOST_MEMBERS = 20

async function rightsOf(needs: ChannelNeeds, channel: Channel): Promise<ReadRights> {
  const { config, caller, name } = channel
  const rights = config.isPrivate
    ? await readRights(needs.db, channel.question, extensionsOf(channel))
    : { over: !(await isCurrent(needs.db, caller)), broadcast: true, presence: true }
  if (rights.over || (!rights.broadcast && !rights.presence)) throw refuse(mayNotRead(name))

  return rights
}

export const extensionsOf = ({ config }: Channel): Extension[] =>
  config.presence ? ['broadcast', 'presence'] : ['broadcast']

const mayNotRead = (name: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`

/** Reads while newer broadcasts are held, so that none is missed or sent twice. */
async function storedFor(
  { db }: ChannelNeeds,
  channel: Channel,
  { replay }: JoinConfig,
): Promise<Broadcast[] | null> {
  if (replay === null || replay === 'invalid') return null
  channel.held = []
  try {
    return await readStored(db, channel.name, replay)
  } catch {
    throw refuse('UnableToReplayMessages: Realtime was unable to replay messages')
  }
}

/** Whether a topic may be joined at all. */
export const isChannelTopic = (topic: string) => topic.startsWith(PREFIX)
