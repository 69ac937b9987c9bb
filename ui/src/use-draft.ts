import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Only typed values are stored; the rest of the draft follows `initial`. */
export function useDraft<Draft extends object>(initial: Draft, onChange?: () => void) {
  const element = useRef<HTMLFormElement>(null)
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const sent = useSentValues(initial)
  const draft: Draft = { ...initial, ...edits }

  function change(part: Partial<Draft>) {
    onChange?.()
    setEdits((before) => changesFrom(initial, { ...before, ...part }))
  }

  function clear(...names: (keyof Draft)[]) {
    const kept = (before: Partial<Draft>) =>
      Object.entries(before).filter(([name]) => !names.includes(name as keyof Draft))

    // Rendered synchronously, so that leaving immediately afterwards does not ask about unsaved text.
    flushSync(() =>
      setEdits((before) =>
        names.length === 0 ? {} : (Object.fromEntries(kept(before)) as Partial<Draft>),
      ),
    )
  }

  function adoptPage(): Draft {
    const shown = element.current ? readForm(element.current, draft) : draft

    setEdits((before) => ({ ...before, ...changesFrom(draft, shown) }))
    return shown
  }

  // Before the first update, which would overwrite text typed before hydration.
  useLayoutEffect(() => {
    if (sent && element.current) setEdits(changesFrom(sent, readForm(element.current, sent)))
  }, [sent])

  const isDirty = Object.keys(changesFrom(initial, edits)).length > 0
  return { element, draft, isDirty, change, clear, adoptPage }
}

/** The server-rendered values; null if the browser rendered the form. */
function useSentValues<Draft>(initial: Draft): Draft | null {
  const isHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  const [sent] = useState(isHydrating ? initial : null)

  return sent
}

/**
 * A draft with the values that the page shows. A browser or a password manager may fill in fields before React listens to them. Values
 * without a control of their name stay as they are.
 */
function readForm<Draft extends object>(form: HTMLFormElement, draft: Draft): Draft {
  const values = Object.entries(draft).map(([name, value]) => [name, readField(form, name, value)])

  return Object.fromEntries(values)
}

/** The part of `values` that differs from `initial`. */
function changesFrom<Draft extends object>(initial: Draft, values: Partial<Draft>): Partial<Draft> {
  const names = Object.keys(values) as (keyof Draft)[]

  return Object.fromEntries(
    names
      .filter((name) => !isSame(values[name], initial[name]))
      .map((name) => [name, values[name]]),
  ) as Partial<Draft>
}

function readField(form: HTMLFormElement, name: string, value: unknown): unknown {
  const control = form.elements.namedItem(name)

  if (Array.isArray(value)) return control ? checkedValues(form, name) : value
  if (typeof value === 'boolean') {
    return control instanceof HTMLInputElement ? control.checked : value
  }
  return typeof value === 'string' && control && 'value' in control ? control.value : value
}

function checkedValues(form: HTMLFormElement, name: string): string[] {
  return [...form.elements]
    .filter((control) => control instanceof HTMLInputElement)
    .filter((input) => input.name === name && input.checked)
    .map((input) => input.value)
}

const isSame = (one: unknown, other: unknown) => asText(one) === asText(other)

/** A text area turns every line break into \n. */
const asText = (value: unknown) => JSON.stringify(value)?.replaceAll('\\r\\n', '\\n')
