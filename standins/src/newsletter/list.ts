/** One list of one account, as its owner has set it up. */
export type List = {
  /** `u` and `id` of its forms. */
  account: string
  id: string
  name: string
  /** The group of interests, and what each bit of it means. */
  group: string
  interests: Record<string, string>
  /** The merge fields in their order: an answer names one by its number. */
  fields: string[]
}

/** The one that the product uses where nothing real is configured. */
export const localList: List = {
  account: 'gitferry-local',
  id: 'newsletter',
  name: 'Gitferry news',
  group: '7',
  interests: { 1: 'Essential Updates', 2: 'Development Insights', 4: 'Tips & Tutorials' },
  fields: ['EMAIL', 'FNAME', 'LNAME'],
}
