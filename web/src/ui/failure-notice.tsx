import { Notice } from './notice.tsx'

export type Failure = { title: string; text: string }

/** What did not work, and why. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  if (!failure) return null

  return (
    <Notice tone="danger">
      <p className="font-medium">{failure.title}</p>
      <p className="text-ink-soft">{failure.text}</p>
    </Notice>
  )
}
