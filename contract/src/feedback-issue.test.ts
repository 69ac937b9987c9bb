import { expect, test } from 'vitest'
import { feedbackIssue } from './feedback-issue.ts'

const BUG = {
  feedback_category: 'bug',
  title: null,
  description: 'Push fails\nsince @alice closed #12',
  priority: 'high',
  page_url: 'https://gitferry.test/settings?code=secret#part',
  user_agent: 'Firefox',
  extension_version: '1.4.0',
}

test('an issue quotes the words, names the facts, and pings nobody', () => {
  const issue = feedbackIssue(BUG)

  expect(issue).toEqual({
    title: '[Bug] Push fails since @\u200balice closed #\u200b12',
    body: [
      '> Push fails',
      '> since @\u200balice closed #\u200b12',
      '',
      '- Priority: high',
      '- Page: /settings',
      '- Browser: Firefox',
      '- Extension version: 1.4.0',
    ].join('\n'),
    labels: ['feedback', 'bug'],
  })
})

test('the title is the sender’s own, or 80 characters of the words', () => {
  const titled = feedbackIssue({ ...BUG, title: 'No push' })
  const long = feedbackIssue({ ...BUG, description: 'é'.repeat(200) })
  const empty = feedbackIssue({ ...BUG, description: null })

  expect(titled.title).toBe('[Bug] No push')
  expect(long.title).toBe(`[Bug] ${'é'.repeat(80)}`)
  expect(empty.title).toBe('[Bug] No description')
})
