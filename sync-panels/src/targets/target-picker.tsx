import { isBranchName } from '@app/sync/branch-name'
import { Button } from '@app/ui/button.tsx'
import { Select } from '@app/ui/select.tsx'
import { type FormEvent, useEffect, useState } from 'react'
import { listOwners, type Owner } from '#github/list-owners.ts'
import { useLoaded } from '#loading/use-loaded.ts'
import type { TargetChoice } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { BranchPicker, type BranchWish } from './branch-picker.tsx'
import { RepositoryPicker, type RepositoryWish } from './repository-picker.tsx'

type Props = {
  submitText: string
  onChoose: (choice: TargetChoice) => void
  /** If false, only existing targets can be chosen. */
  mayCreate?: boolean
  onCancel?: () => void
}

/** Owner, repository and branch, from what GitHub lists for the app and this member. */
export function TargetPicker({ submitText, onChoose, mayCreate = false, onCancel }: Props) {
  const { t } = usePanelTexts()
  const { host, account, project } = useSurroundings()
  const owners = useLoaded(account?.login ?? null, (signal) =>
    listOwners(host, account?.login ?? '', signal),
  )
  const [ownerLogin, setOwnerLogin] = useState(project.target?.owner ?? account?.login ?? '')
  const [repository, setRepository] = useState<RepositoryWish | null>(null)
  const [branch, setBranch] = useState<BranchWish | null>(null)
  useReloadOnReturn(owners.reload)

  if (owners.state === 'failed') return <SyncTrouble error={owners.error} onRetry={owners.reload} />
  if (owners.state === 'loading') return <p role="status">{t('targets.loadingOwners')}</p>

  const owner = ownerOf(owners.data, ownerLogin)
  const choice = owner && repository && branch && choiceOf(owner, repository, branch)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (choice) onChoose(choice)
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <Select
        label={t('targets.owner')}
        options={owners.data.map(({ login }) => ({ value: login, label: login }))}
        value={owner?.login ?? ''}
        onChange={(login) => {
          setOwnerLogin(login)
          setRepository(null)
          setBranch(null)
        }}
      />
      {owner && (
        <RepositoryPicker
          key={owner.login}
          owner={owner}
          mayCreate={mayCreate}
          value={repository}
          onChange={(wish) => {
            setRepository(wish)
            setBranch(null)
          }}
        />
      )}
      {owner && repository && (
        <BranchPicker
          key={`${repository.isNew} ${repository.name}`}
          owner={owner.login}
          repository={repository}
          mayCreate={mayCreate}
          value={branch}
          onChange={setBranch}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!choice}>
          {submitText}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('panels.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

const ownerOf = (owners: Owner[], login: string): Owner | undefined =>
  owners.find((owner) => owner.login.toLowerCase() === login.toLowerCase()) ?? owners[0]

function choiceOf(
  { login, kind }: Owner,
  { name, isNew }: RepositoryWish,
  { name: branch, from, isTaken = false }: BranchWish,
): TargetChoice | null {
  if (isTaken || !isBranchName(branch)) return null
  return {
    target: { owner: login, name, branch },
    ...(isNew && { newRepository: { ownerKind: kind } }),
    ...(from !== undefined && { from: { branch: from } }),
  }
}

/** Access is granted in another tab, so returning reloads the list. */
function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && reload()

    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  })
}
