import type { NewsletterMemory } from './memory.ts'

/** False when there is nobody under this id any more. */
export const confirm = ({ memory }: { memory: NewsletterMemory }, id: string): Promise<boolean> =>
  memory.change((state) => {
    const subscriber = state.subscribers.find((one) => one.id === id)
    if (subscriber) subscriber.status = 'subscribed'
    return subscriber !== undefined
  })
