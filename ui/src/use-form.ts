import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { useUnsavedMark } from './unsaved-marks.ts'
import { type RunTools, useAction } from './use-action.ts'
import { useDraft } from './use-draft.ts'

/** Why an attempt failed, in the user's language. */
export type Failure = { title?: string; text: string }

/** The errors by field, in the user's language. */
export type FieldErrors<Draft> = { [Name in keyof Draft]?: string | null }

/** The names of the fields whose values are of a type. */
type NamesOf<Draft, Value> = {
  [Name in keyof Draft]: Draft[Name] extends Value ? Name : never
}[keyof Draft] &
  string

type SaveTools<Draft> = RunTools & {
  /** Clears these fields, or all of them. */
  clear: (...names: (keyof Draft)[]) => void
}

export type FormOptions<Draft extends object> = {
  /** The initial values, for comparison. When they change, only typed values stay. */
  initial: Draft
  save: (draft: Draft, tools: SaveTools<Draft>) => Promise<unknown>
  check?: (draft: Draft) => FieldErrors<Draft>
  /** Converts an error of `save`: to a notice, or to errors of the fields that the server refused. */
  explain?: (error: unknown) => Failure | { fields: FieldErrors<Draft> }
  onChange?: () => void
  /** Whether the page warns before typed text is lost. */
  marksUnsaved?: boolean
  isDisabled?: boolean
  /** For a page with other actions, which exclude the form's own while they run. */
  action?: {
    run: (name: 'submit', work: (tools: RunTools) => Promise<unknown>) => Promise<void>
    running: string | null
    failure: { error: unknown } | null
    forgetFailure: () => void
  }
}

export type Form<Draft extends object> = ReturnType<typeof useForm<Draft>>

/**
 * Draft, validation, busy state, failure, focus on the first error and the unsaved-changes mark of one form. Errors are translated while
 * rendering, so that they follow a change of language.
 */
export function useForm<Draft extends object>(options: FormOptions<Draft>) {
  const { initial, save, check, explain, isDisabled = false } = options
  const ownAction = useAction<'submit'>()
  const action = options.action ?? ownAction
  const typing = useDraft(initial, options.onChange)
  const [refused, setRefused] = useState<Draft | null>(null)
  const explained = (action.failure && explain?.(action.failure.error)) ?? null
  const refusedFields = explained && 'fields' in explained ? explained.fields : {}
  const errors = (refused ? check?.(refused) : refusedFields) ?? {}
  useFocusOnError(typing.element, refused ?? action.failure)
  useUnsavedMark(options.marksUnsaved === true && typing.isDirty)

  const isBusy = action.running !== null
  const isLocked = isBusy || isDisabled

  /** The draft as shown; null if it has errors, which are then displayed. */
  function validate(): Draft | null {
    const draft = typing.adoptPage()
    const hasErrors = Object.values(check?.(draft) ?? {}).some(Boolean)

    setRefused(hasErrors ? draft : null)
    if (hasErrors) action.forgetFailure()
    return hasErrors ? null : draft
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // React also reports submits of dialogs rendered inside this form but placed elsewhere in the DOM.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    const draft = isLocked ? null : validate()

    if (draft) void action.run('submit', (tools) => save(draft, { ...tools, clear: typing.clear }))
  }

  return {
    ...fieldsOf(typing, errors, isLocked),
    // Replaces the browser's own texts, which are in the browser's language.
    props: { ref: typing.element, noValidate: true, onSubmit },
    draft: typing.draft,
    change: typing.change,
    clear: typing.clear,
    validate,
    failure: explained && 'text' in explained ? explained : null,
    isDirty: typing.isDirty,
    isBusy,
    isSubmitting: action.running === 'submit',
    isLocked,
  }
}

/** The props of each kind of field. */
function fieldsOf<Draft extends object>(
  { draft, change }: Pick<ReturnType<typeof useDraft<Draft>>, 'draft' | 'change'>,
  errors: FieldErrors<Draft>,
  disabled: boolean,
) {
  const set = <Name extends keyof Draft>(name: Name, value: unknown) =>
    change({ [name]: value } as Partial<Draft>)

  return {
    /** For `TextField`, `TextArea` and `PasswordField`. */
    field: <Name extends NamesOf<Draft, string>>(name: Name) => ({
      name,
      value: draft[name] as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, target.value),
      error: errors[name] ?? null,
      disabled,
    }),

    /** For `Select` and `ChoiceGroup`. */
    choice: <Name extends NamesOf<Draft, string | null>>(name: Name) => ({
      name,
      value: draft[name],
      onChange: (value: NonNullable<Draft[Name]>) => set(name, value),
      disabled,
    }),

    /** For `Checkbox`. */
    checkbox: <Name extends NamesOf<Draft, boolean>>(name: Name) => ({
      name,
      checked: draft[name] as boolean,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.checked),
      disabled,
    }),

    /** For a `Checkbox` that puts `value` into a list. */
    option: <Name extends NamesOf<Draft, readonly string[]>>(name: Name, value: string) => {
      const chosen = draft[name] as readonly string[]

      return {
        name,
        value,
        checked: chosen.includes(value),
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
          set(name, [...chosen.filter((one) => one !== value), ...(target.checked ? [value] : [])]),
        disabled,
      }
    },
  }
}

/**
 * Focuses the first invalid field, which screen readers announce; without one, the field marked for the retry.
 */
function useFocusOnError(form: { current: HTMLFormElement | null }, problem: unknown) {
  useEffect(() => {
    if (!problem) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const next = form.current?.querySelector<HTMLElement>('[data-focus-after-failure]')

    ;(wrong ?? next)?.focus()
  }, [form, problem])
}
