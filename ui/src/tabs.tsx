import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

type Tab = { value: string; label: string; content: ReactNode }

type Props = {
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
  /** Panels that were opened stay as they are while another is shown, with what runs in them. */
  keepsOpened?: boolean
  /** In narrow places all tabs are in sight, on two lines if need be, instead of a line that scrolls. */
  isWrapped?: boolean
}

const TAB =
  'text-sm font-medium whitespace-nowrap text-ink-soft transition-colors enabled-hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink'
const LINED_TAB = 'min-h-11 border-b-2 border-transparent px-3 aria-selected:border-accent'
const WRAPPED_LIST = 'flex-wrap rounded-md bg-sunken p-1'
const WRAPPED_TAB =
  'min-h-9 rounded-sm border border-transparent px-2.5 aria-selected:border-line-strong aria-selected:bg-surface pointer-coarse:min-h-11'

/** Arrow keys move the focus, Enter and Space choose: a tab may have to be downloaded. */
export function Tabs(props: Props) {
  const { label, tabs, value, onChange, keepsOpened = false, isWrapped = false } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState([value])
  if (keepsOpened && !opened.includes(value)) setOpened([...opened, value])
  const shown = tabs.filter((tab) =>
    keepsOpened ? opened.includes(tab.value) : tab.value === value,
  )
  useEffect(() => showTab(list.current, value), [value])

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className={`flex gap-1 ${isWrapped ? WRAPPED_LIST : 'overflow-x-auto border-b border-line'}`}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={shown.includes(tab) ? `${id}-${tab.value}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => tab.value !== value && onChange(tab.value)}
            className={`${TAB} ${isWrapped ? WRAPPED_TAB : LINED_TAB}`}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          hidden={tab.value !== value}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing else to focus.
          tabIndex={0}
          className="rounded-sm pt-6"
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}

/** On a small screen the chosen tab may lie beyond the edge; only the list scrolls, never the page. */
function showTab(list: HTMLElement | null, value: string): void {
  const tab = list?.querySelector<HTMLElement>(`[id$="-${CSS.escape(value)}"]`)
  if (!list || !tab) return
  const start = tab.offsetLeft - list.offsetLeft
  const isCut =
    start < list.scrollLeft || start + tab.offsetWidth > list.scrollLeft + list.clientWidth
  if (isCut) list.scrollLeft = start
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const current = all.indexOf(document.activeElement as HTMLElement)
  const next = targetOf(event.key, current, all.length)
  if (next === null) return

  event.preventDefault()
  all[next]?.focus()
}

function targetOf(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count
    case 'ArrowLeft':
      return (current - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
