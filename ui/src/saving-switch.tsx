import { useEffect, useState } from 'react'
import { FailureNotice } from './failure-notice.tsx'
import { Switch } from './switch.tsx'
import { useAction } from './use-action.ts'
import type { Failure } from './use-form.ts'

type Props = {
  label: string
  hint?: string
  /** The saved value. */
  isOn: boolean
  save: (isOn: boolean) => Promise<unknown>
  savingText: string
  savedText: string
  explain: (error: unknown) => Failure
  disabled?: boolean
}

const CONFIRMED_MS = 2500

/** Saves immediately and shows the result. On failure it reverts and shows the reason. */
export function SavingSwitch(props: Props) {
  const { isOn, save, savingText, savedText, explain, ...rest } = props
  const { run, running, failure } = useAction<'save'>()
  const [chosen, setChosen] = useState(isOn)
  const [isSaved, setSaved] = useState(false)
  const isSaving = running !== null

  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isSaved])

  function choose(next: boolean) {
    void run('save', async () => {
      setChosen(next)
      setSaved(false)
      await save(next)
      setSaved(true)
    })
  }

  return (
    <div className="grid gap-2">
      <Switch
        {...rest}
        isOn={isSaving ? chosen : isOn}
        onChange={choose}
        status={isSaving ? savingText : isSaved ? savedText : ''}
      />
      {failure && <FailureNotice failure={explain(failure.error)} />}
    </div>
  )
}
