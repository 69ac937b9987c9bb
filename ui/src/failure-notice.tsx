import { Notice } from './notice.tsx'

export type Failure = { title?: string; text: string }

/** What did not work, and why. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  if (!failure) return null

  return (
    <Notice tone="danger">
      {failure.title && <p className="font-semibold">{failure.title}</p>}
      <p>{failure.text}</p>
    </Notice>
  )
}
