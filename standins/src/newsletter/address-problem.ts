import { escapeHtml } from './escape-html.ts'

/** What the service finds wrong with an address, in its own words; undefined when nothing. */
export function addressProblem(email: string): string | undefined {
  if (email === '') return '0 - Please enter a value'
  const [username = '', domain = '', ...more] = email.split('@')
  if (!email.includes('@') || more.length > 0) return '0 - An email address must contain a single @'

  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(domain)) {
    return `0 - The domain portion of the email address is invalid (the portion after the @: ${escapeHtml(domain)})`
  }
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(username) || /^\.|\.\.|\.$/.test(username)) {
    return `0 - The username portion of the email address is invalid (the portion before the @: ${escapeHtml(username)})`
  }
  return undefined
}
