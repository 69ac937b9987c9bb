import type { List } from './list.ts'

/** A parsed form submission. */
export type Submission = {
  email: string
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  /** Whether the hidden honeypot field was filled in. */
  isHoneypotFilled: boolean
}

/** Query and body parameters count alike; the form's technical ones are left out. */
export function readSubmission(list: List, parameters: URLSearchParams): Submission {
  const honeypot = `b_${list.account}_${list.id}`
  const own = ['u', 'id', 'f_id', 'c', '_', 'tags', 'subscribe', honeypot]
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
    isHoneypotFilled: (parameters.get(honeypot) ?? '') !== '',
  }
}
