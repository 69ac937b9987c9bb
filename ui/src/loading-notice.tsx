import { Spinner } from './spinner.tsx'

/** Appears after a delay, so that a quick response does not flicker. */
export function LoadingNotice({ text }: { text: string }) {
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-20 z-20 mx-auto flex w-fit animate-appear items-center gap-2 rounded-full border border-line bg-surface px-4 py-2 text-sm text-ink-soft shadow-float"
    >
      <Spinner />
      {text}
    </div>
  )
}
