import { BranchIcon, CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type ChangedFile, examplePush } from './example-push.ts'

/** The commit as the repository shows it, in the place of the files that went into it. */
export function ResultingCommit({ files }: { files: ChangedFile[] }) {
  const { t } = useTranslation()
  const { branch, commit, owner } = examplePush
  const sum = (key: 'added' | 'removed') => files.reduce((total, file) => total + file[key], 0)

  return (
    <div className="grid animate-arrive content-center gap-3 px-5 py-3">
      <div className="rounded-md border border-line bg-canvas p-4">
        <p className="flex items-center gap-2 font-medium">
          <span className="grid size-5 flex-none place-items-center rounded-full bg-positive-tint text-positive">
            <CheckIcon className="size-3.5" />
          </span>
          <span className="truncate">{t('home.demo.commit')}</span>
        </p>
        <p className="mt-1 pl-7 text-xs text-ink-soft">{t('home.demo.byNow', { owner })}</p>
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-xs text-ink-soft">
          <span className="font-mono text-ink">{commit}</span>
          <span className="inline-flex items-center gap-1">
            <BranchIcon className="size-3.5" />
            {branch}
          </span>
          <span>{t('home.demo.files', { count: files.length })}</span>
          <span className="ml-auto tabular">
            <span className="text-positive">{`+${sum('added')}`}</span>
            <span className="ml-2 text-danger">{`−${sum('removed')}`}</span>
          </span>
        </p>
      </div>
    </div>
  )
}
