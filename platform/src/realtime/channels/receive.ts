import { decodeBinary, decodeText } from '#realtime/wire/decode.ts'
import type { ClientMessage } from '#realtime/wire/message.ts'
import { receiveBroadcast } from './broadcast.ts'
import { closeChannel, endChannel } from './end-channel.ts'
import { isChannelTopic, joinChannel } from './join-channel.ts'
import type { ChannelNeeds } from './needs.ts'
import { type Outcome, receivePresence } from './presence.ts'
import { receiveToken } from './refresh-token.ts'
import type { Channel, ClientSocket } from './socket.ts'

const POLICY_VIOLATION = 1008

/** Handles a frame of a client. Malformed ones are ignored, until there are too many. */
export function receiveFrame(
  needs: ChannelNeeds,
  socket: ClientSocket,
  data: Buffer,
  isBinary: boolean,
): void {
  if (socket.isClosing) return
  socket.heardMs = performance.now()
  const message = isBinary
    ? decodeBinary(socket.version, data)
    : decodeText(socket.version, data.toString())
  if (!message) {
    if (socket.countMalformed()) socket.close(POLICY_VIOLATION, 'Too many malformed frames')
    return
  }
  receive(needs, socket, message).catch((err: unknown) =>
    needs.log.warn({ err }, 'realtime message failed'),
  )
}

async function receive(needs: ChannelNeeds, socket: ClientSocket, message: ClientMessage) {
  const { topic, event } = message
  if (topic === 'phoenix') {
    if (event === 'heartbeat') socket.reply(message, 'ok', {})
    return
  }
  if (event === 'phx_join' && isChannelTopic(topic)) return join(needs, socket, message)
  const channel = socket.channels.get(topic)
  if (event === 'phx_leave') return leave(needs, socket, channel, message)
  if (channel?.state !== 'joined') {
    return socket.reply(message, 'error', { reason: 'unmatched topic' })
  }

  if (event === 'access_token') {
    if (takeJoin(needs, socket, message)) await receiveToken(needs, channel, message)
  } else if (event === 'broadcast') {
    channel.work = answer(needs, channel, message, receiveBroadcast)
    await channel.work
  } else if (event === 'presence') {
    channel.work = answer(needs, channel, message, receivePresence)
    await channel.work
  }
}

async function join(needs: ChannelNeeds, socket: ClientSocket, message: ClientMessage) {
  if (takeJoin(needs, socket, message)) await joinChannel(needs, socket, message)
}

/** Joins and new tokens ask the database. */
function takeJoin(needs: ChannelNeeds, socket: ClientSocket, message: ClientMessage): boolean {
  if (socket.take('joins')) return true
  needs.count('limit')
  socket.reply(message, 'error', {
    reason: 'ClientJoinRateLimitReached: Too many joins per second',
  })
  socket.close(POLICY_VIOLATION, 'Too many joins per second')

  return false
}

async function leave(
  needs: ChannelNeeds,
  socket: ClientSocket,
  channel: Channel | undefined,
  message: ClientMessage,
): Promise<void> {
  // What was sent before is still told.
  await channel?.work
  socket.reply(message, 'ok', {})
  if (channel) closeChannel(needs, channel)
}

type Receiver = (needs: ChannelNeeds, channel: Channel, message: ClientMessage) => Promise<Outcome>

async function answer(
  needs: ChannelNeeds,
  channel: Channel,
  message: ClientMessage,
  work: Receiver,
): Promise<void> {
  const { joinRef, ref, topic } = { ...message, joinRef: channel.joinRef }
  const outcome = await work(needs, channel, message).catch((err: unknown): Outcome => {
    // A payload nested so deeply that it cannot be written again.
    const isPayload = err instanceof RangeError
    if (!isPayload) needs.log.warn({ err }, 'realtime message failed')
    return { status: 'error', response: { reason: 'The message was not sent' } }
  })
  if (outcome === null) return
  if ('end' in outcome) return endChannel(needs, channel, outcome.end)
  if (ref !== null) {
    channel.socket.reply({ joinRef, ref, topic }, outcome.status, outcome.response ?? {})
  }
}
