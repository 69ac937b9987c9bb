import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type ChangedFile, changedFiles } from './example-push.ts'

type Props = { onChoice: (files: ChangedFile[]) => void; isFixed: boolean; isHidden: boolean }

/** The files of the example commit. The checkboxes keep their own state, because they work before the application loads. */
export function ChangedFiles({ onChoice, isFixed, isHidden }: Props) {
  const { t } = useTranslation()
  const frame = useRef<HTMLFieldSetElement>(null)

  useEffect(() => onChoice(tickedIn(frame)), [onChoice])

  return (
    <fieldset
      ref={frame}
      disabled={isFixed}
      onChange={() => onChoice(tickedIn(frame))}
      className={`min-w-0 px-5 py-3 ${isHidden ? 'invisible' : ''}`}
    >
      <legend className="sr-only">{t('home.demo.changed')}</legend>
      <ul>
        {changedFiles.map((file) => (
          <li key={file.path}>
            <label className="flex min-h-8 min-w-0 cursor-pointer items-center gap-3 text-xs has-disabled:cursor-default pointer-coarse:min-h-11">
              <input
                type="checkbox"
                value={file.path}
                defaultChecked
                className="size-4 flex-none accent-accent"
              />
              <FileLine file={file} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function tickedIn({ current }: RefObject<HTMLFieldSetElement | null>): ChangedFile[] {
  const ticked = [...(current?.querySelectorAll<HTMLInputElement>(':checked') ?? [])]

  return changedFiles.filter(({ path }) => ticked.some(({ value }) => value === path))
}

function FileLine({ file }: { file: ChangedFile }) {
  const { t } = useTranslation()

  return (
    <>
      <span className="min-w-0 truncate font-mono">{file.path}</span>
      {file.change === 'added' && <ChangeLabel word={t('home.demo.added')} />}
      {file.change === 'removed' && <ChangeLabel word={t('home.demo.removed')} />}
      <span className="ml-auto flex-none tabular">
        {file.added > 0 && <span className="text-positive">{`+${file.added}`}</span>}
        {file.removed > 0 && <span className="ml-2 text-danger">{`−${file.removed}`}</span>}
      </span>
    </>
  )
}

function ChangeLabel({ word }: { word: string }) {
  return (
    <span className="flex-none rounded-sm border border-line px-1.5 text-ink-soft">{word}</span>
  )
}
