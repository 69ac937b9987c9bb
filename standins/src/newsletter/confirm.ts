import type { NewsletterMemory } from './memory.ts'

/** False if there is no subscriber with this id. */
export const confirm = ({ memory }: { memory: NewsletterMemory }, id: string): Promise<boolean> =>
  memory.change((state) => {
    const subscriber = state.subscribers.find((one) => one.id === id)
    if (subscriber) subscriber.status = 'subscribed'
    return subscriber !== undefined
  })
