/** The facts in an issue about a feedback item, without its sender. */
export type IssueFacts = {
  feedback_category: string
  title: string | null
  description: string | null
  priority: string | null
  page_url: string | null
  user_agent: string | null
  extension_version: string | null
}

export type FeedbackIssue = { title: string; body: string; labels: string[] }

const TITLE_CHARACTERS = 80

/** The issue for GitHub; the dialog previews the same text. */
export function feedbackIssue(facts: IssueFacts): FeedbackIssue {
  const { feedback_category: category, title, description } = facts
  const subject = title?.trim() || firstCharacters(description ?? '') || 'No description'
  const kind = category.charAt(0).toUpperCase() + category.slice(1)
  const lines = (description ?? '').trim().split(/\r\n|\r|\n/)

  return {
    title: withoutMentions(`[${kind}] ${subject}`),
    body: withoutMentions(
      [lines.map((line) => `> ${line}`).join('\n'), factLines(facts)].filter(Boolean).join('\n\n'),
    ),
    labels: ['feedback', category],
  }
}

const firstCharacters = (text: string) =>
  Array.from(text.trim().replace(/\s+/g, ' ')).slice(0, TITLE_CHARACTERS).join('')

function factLines({ priority, page_url, user_agent, extension_version }: IssueFacts): string {
  const facts = {
    Priority: priority,
    Page: pathOf(page_url),
    Browser: user_agent,
    'Extension version': extension_version,
  }

  return Object.entries(facts)
    .flatMap(([name, value]) => (value ? [`- ${name}: ${value.replace(/\s+/g, ' ')}`] : []))
    .join('\n')
}

/** Query strings may contain codes and addresses. */
function pathOf(url: string | null): string | null {
  if (!url) return null
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/)

  return path || '/'
}

/** Adds a zero-width space after the sign, so that GitHub neither notifies people nor links issues. */
const withoutMentions = (text: string) => text.replace(/[@#]/g, '$&\u200b')
