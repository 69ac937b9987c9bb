/** One list of one account, as configured by its owner. */
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

/** The list used without real credentials. */
export const localList: List = {
  account: 'gitferry-local',
  id: 'newsletter',
  name: 'Gitferry news',
  group: '7',
  interests: { 1: 'Essential Updates', 2: 'Development Insights', 4: 'Tips & Tutorials' },
  fields: ['EMAIL', 'FNAME', 'LNAME'],
}
