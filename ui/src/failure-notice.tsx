import { Notice } from './notice.tsx'
import type { Failure } from './use-form.ts'

/** What failed, and why. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  if (!failure) return null

  return (
    <Notice tone="danger">
      {failure.title && <p className="font-semibold">{failure.title}</p>}
      <p>{failure.text}</p>
    </Notice>
  )
}
