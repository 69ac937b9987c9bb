import { randomUUID } from 'node:crypto'
import type { Clock } from '#runtime/clock.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import type { NewsletterMemory, Subscriber } from './memory.ts'

type Needs = { memory: NewsletterMemory; clock: Clock }

/** `{"optIn":"single","subscribers":[{"email":"ada@example.test","pending":true}]}`; either may be left out. */
export async function seedSubscribers({ memory, clock }: Needs, input: unknown): Promise<void> {
  const fields = fieldsOf(input)
  const optIn = fields.oneOf('optIn', ['single', 'double'])
  const newPeople = fields.value('subscribers') ?? []
  if (!Array.isArray(newPeople)) throw new InvalidInput('"subscribers" must be a list.')
  const at = new Date(clock.now()).toISOString()
  const subscribers = newPeople.map((one) => readSubscriber(one, at))

  await memory.change((state) => {
    if (optIn) state.optIn = optIn
    state.subscribers.push(...subscribers)
  })
}

function readSubscriber(value: unknown, at: string): Subscriber {
  const one = fieldsOf(value)

  return {
    id: randomUUID(),
    email: one.text('email'),
    fields: {},
    interests: [],
    tags: [],
    status: one.flag('pending') ? 'pending' : 'subscribed',
    at,
  }
}
