import { Bucket } from '#realtime/access/buckets.ts'
import { type Broadcast, encodeBroadcast } from '#realtime/wire/encode.ts'
import type { Version } from '#realtime/wire/message.ts'
import { type Channel, PREFIX } from './socket.ts'
import type { TopicPresence } from './topic-presence.ts'

/** Private and public channels of one name are two topics. */
export type TopicName = { name: string; isPrivate: boolean }

export type Topic = TopicName & {
  channels: Set<Channel>
  presence: TopicPresence | null
}

/** The joined channels of this server, by topic. */
export class Hub {
  readonly #topics = new Map<string, Topic>()
  readonly #sent: Bucket
  channelCount = 0

  constructor(sentPerSecond: number) {
    this.#sent = new Bucket({ burst: sentPerSecond, perSecond: sentPerSecond }, performance.now())
  }

  find({ name, isPrivate }: TopicName): Topic | undefined {
    return this.#topics.get(keyOf(name, isPrivate))
  }

  topics(): Iterable<Topic> {
    return this.#topics.values()
  }

  add(channel: Channel): Topic {
    const { name, config } = channel
    const key = keyOf(name, config.isPrivate)
    let topic = this.#topics.get(key)
    if (!topic) {
      topic = { name, isPrivate: config.isPrivate, channels: new Set(), presence: null }
      this.#topics.set(key, topic)
    }
    if (!topic.channels.has(channel)) this.channelCount += 1
    topic.channels.add(channel)

    return topic
  }

  remove(channel: Channel): void {
    const { name, config } = channel
    const key = keyOf(name, config.isPrivate)
    const topic = this.#topics.get(key)
    if (!topic?.channels.delete(channel)) return
    this.channelCount -= 1
    if (topic.channels.size > 0) return
    topic.presence?.close()
    this.#topics.delete(key)
  }

  /** Whether this server may send to all channels of the topic now. */
  admits(topic: TopicName): boolean {
    const count = this.find(topic)?.channels.size ?? 0

    return (
      count === 0 || this.#sent.take(performance.now(), Math.min(count, this.#sent.limit.burst))
    )
  }

  /** Sends to all channels of the topic; encodes once per version. */
  deliver(to: TopicName, broadcast: Broadcast, from: Channel | null = null): void {
    const topic = this.find(to)
    if (!topic) return
    const frames: Partial<Record<Version, Buffer | null>> = {}
    for (const channel of topic.channels) {
      if (!channel.takesBroadcasts || (channel === from && !channel.config.self)) continue
      const { version } = channel.socket
      let frame = frames[version]
      if (frame === undefined) {
        frame = encodeBroadcast(version, PREFIX + to.name, broadcast)
        frames[version] = frame
      }
      if (frame) channel.deliver(frame, broadcast)
    }
  }
}

const keyOf = (name: string, isPrivate: boolean) => (isPrivate ? `1${name}` : `0${name}`)
