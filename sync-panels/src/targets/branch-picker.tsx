import { isBranchName } from '@app/sync/branch-name'
import { listBranches } from '@app/sync/branches'
import { Select } from '@app/ui/select.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useEffect, useState } from 'react'
import { useLoaded } from '#loading/use-loaded.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import type { RepositoryWish } from './repository-picker.tsx'

export type BranchWish = {
  name: string
  /** For a new branch: where it starts. */
  from?: string
  /** A new branch needs an unused name. */
  isTaken?: boolean
}

type Props = {
  owner: string
  repository: RepositoryWish
  mayCreate: boolean
  value: BranchWish | null
  onChange: (wish: BranchWish | null) => void
}

/** No branch can have this name. */
const NEW = '..'

export function BranchPicker({ owner, repository, mayCreate, value, onChange }: Props) {
  const { t } = usePanelTexts()
  const { host, project } = useSurroundings()
  const { name, isNew, defaultBranch } = repository
  const listed = useLoaded(isNew ? null : `${owner}/${name}`, (signal) =>
    listBranches(host, { owner, name }, { signal }),
  )
  const branches = listed.state === 'loaded' ? listed.data.map((branch) => branch.name) : null
  const first = isNew ? defaultBranch : firstBranch(branches, project.target, repository)
  const isOpen = value === null && first !== null

  useEffect(() => {
    if (isOpen) onChange({ name: first })
  }, [isOpen, first, onChange])

  if (isNew) return null
  if (listed.state === 'failed') return <SyncTrouble error={listed.error} onRetry={listed.reload} />
  if (!branches) return <p role="status">{t('targets.loadingBranches')}</p>
  if (branches.length === 0) {
    return <p className="text-sm text-ink-soft">{t('targets.emptyRepository', { name })}</p>
  }
  const options = branches.map((branch) => ({ value: branch, label: branch }))
  const isNewBranch = value?.from !== undefined

  return (
    <div className="grid gap-4">
      <Select
        label={t('targets.branch')}
        options={[
          ...options,
          ...(mayCreate ? [{ value: NEW, label: t('targets.newBranch') }] : []),
        ]}
        value={isNewBranch ? NEW : (value?.name ?? '')}
        onChange={(branch) =>
          onChange(branch === NEW ? { name: '', from: first ?? defaultBranch } : { name: branch })
        }
      />
      {isNewBranch && (
        <NewBranch
          options={options}
          taken={branches}
          value={{ name: value.name, from: value.from ?? defaultBranch }}
          onChange={onChange}
        />
      )}
    </div>
  )
}

/** The linked branch, else the repository's default; an empty repository has none yet. */
function firstBranch(
  branches: string[] | null,
  linked: { name: string; branch: string } | null,
  { name, defaultBranch }: RepositoryWish,
): string | null {
  if (!branches) return null
  const isLinked = linked?.name.toLowerCase() === name.toLowerCase()
  if (isLinked && branches.includes(linked?.branch ?? '')) return linked?.branch ?? null

  return branches.includes(defaultBranch) ? defaultBranch : (branches[0] ?? defaultBranch)
}

type NewBranchProps = {
  options: { value: string; label: string }[]
  taken: string[]
  value: { name: string; from: string }
  onChange: (wish: BranchWish) => void
}

function NewBranch({ options, taken, value, onChange }: NewBranchProps) {
  const { t } = usePanelTexts()
  const [isLeft, setLeft] = useState(false)
  const isTaken = taken.includes(value.name)
  const isWrong = isTaken || !isBranchName(value.name)
  const error = isTaken
    ? t('targets.branchTaken', { branch: value.name })
    : t('syncErrors.branch_invalid')

  return (
    <>
      <TextField
        label={t('targets.newBranchName')}
        value={value.name}
        onChange={({ target: { value: name } }) =>
          onChange({ ...value, name, isTaken: taken.includes(name) })
        }
        onBlur={() => setLeft(true)}
        error={isWrong && isLeft ? error : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Select
        label={t('targets.newBranchFrom')}
        options={options}
        value={value.from}
        onChange={(from) => onChange({ ...value, from, isTaken })}
      />
    </>
  )
}
