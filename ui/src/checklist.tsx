import type { ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'

/** Steps in their order, on one surface. Those of a path that ticks itself. */
export function Checklist({ children }: { children: ReactNode }) {
  return <ol className="divide-y divide-line">{children}</ol>
}

type Props = {
  /** The number, or a sign for a step that is not counted. */
  mark: ReactNode
  /** After the title, in faint letters. */
  label?: string | undefined
  isDone: boolean
  /** The first open step, which stands out. */
  isNext: boolean
  title: string
  text: string
  /** Shown when the step is done too, where nothing may move. */
  keepsText?: boolean
  /** Read out after the title of a done step. */
  doneText: string
  /** Beside the text; on phones below it. */
  actions: ReactNode
  children?: ReactNode
}

export function ChecklistStep(props: Props) {
  const { mark, label, isDone, isNext, title, text, keepsText, doneText, actions, children } = props

  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 py-5 sm:grid-cols-[2rem_minmax(0,1fr)_auto]"
    >
      <span
        aria-hidden="true"
        className={`grid size-8 place-items-center rounded-full text-sm font-semibold ${isDone ? 'bg-positive-tint text-positive' : isNext ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft'}`}
      >
        {isDone ? <CheckIcon className="size-4.5" /> : mark}
      </span>
      <div>
        <h3 className={`pt-1 font-semibold ${isDone ? 'text-ink-soft' : ''}`}>
          {title}
          {label && <span className="font-normal text-ink-faint">{` · ${label}`}</span>}
          {isDone && <span className="sr-only">{` (${doneText})`}</span>}
        </h3>
        {(!isDone || keepsText) && <p className="mt-0.5 text-sm text-ink-soft">{text}</p>}
        {children}
      </div>
      {!isDone && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 max-sm:col-start-2 sm:flex-col sm:items-stretch">
          {actions}
        </div>
      )}
    </li>
  )
}
