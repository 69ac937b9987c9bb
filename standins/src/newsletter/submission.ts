import type { List } from './list.ts'

/** A form as it was sent, taken apart. */
export type Submission = {
  email: string
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  /** Whether the field that people do not see was filled in. */
  isTrapped: boolean
}

/** The query's and the body's parameters count alike; those of the form itself are left out. */
export function readSubmission(list: List, parameters: URLSearchParams): Submission {
  const trap = `b_${list.account}_${list.id}`
  const own = ['u', 'id', 'f_id', 'c', '_', 'tags', 'subscribe', trap]
  const fields: Record<string, string> = {}
  const interests: string[] = []

  for (const [name, value] of parameters) {
    const bit = new RegExp(`^group\\[${list.group}\\]\\[(\\d+)\\]$`).exec(name)?.[1]
    if (bit) interests.push(list.interests[bit] ?? `Interest ${bit}`)
    else if (!own.includes(name) && !name.startsWith('group[') && value !== '') fields[name] = value
  }
  const { EMAIL: email = '', ...others } = fields

  return {
    email: email.trim(),
    fields: others,
    interests,
    tags: (parameters.get('tags') ?? '').split(',').filter((tag) => tag !== ''),
    isTrapped: (parameters.get(trap) ?? '') !== '',
  }
}
