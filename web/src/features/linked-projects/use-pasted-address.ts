import { type ProjectAddress, parseProjectAddress } from '@app/contract/project-address'
import { fullName } from '@app/contract/repository-name'
import { toasts } from '@app/ui/toaster.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { findByAddress } from '#api/projects/project-list.ts'
import { linkAddressPath, projectPath } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Handles a URL of bolt.new or GitHub pasted outside a field: offers to link it, or to open its link. */
export function usePastedAddress(): void {
  const { host } = new URL(usePublicConfig().github.webUrl)
  const offer = useOffer()

  const take = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isTakenElsewhere(event.target)) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const address = parseProjectAddress(text, host)

    if (address) void offer(text.trim(), address)
  })

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => take(event)

    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

function useOffer() {
  const { t } = useTranslation()
  const navigate = useNavigate()

  return async (text: string, address: ProjectAddress) => {
    const name = address.repository ? fullName(address.repository) : (address.builderId ?? text)
    // Without an answer it is offered anyway: linking a repository twice is allowed.
    const known = await findByAddress(address).catch(() => null)

    toasts.show({
      subject: 'pasted-address',
      title: known ? t('pasted.known', { project: known.name }) : t('pasted.offer', { name }),
      text: known ? name : t('pasted.offerText'),
      action: known
        ? { text: t('pasted.open'), run: () => void navigate(projectPath(known.project_id)) }
        : { text: t('pasted.link'), run: () => void navigate(linkAddressPath(text)) },
    })
  }
}

/** In a field it is text, and dialogs have their own fields. */
function isTakenElsewhere(target: EventTarget | null): boolean {
  const fields = 'input, textarea, select, [contenteditable="true"]'

  return (
    (target instanceof Element && target.closest(fields) !== null) ||
    document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null
  )
}
