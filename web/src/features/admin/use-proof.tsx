import { useState } from 'react'
import { CodedError } from '#api/errors/coded-error.ts'
import { isProofRefused, isProofWanted, mailProofCode } from '#api/sign-in/proof.ts'
import { findVerifiedApp } from '#api/sign-in/second-factor.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** A call that the server may refuse until the caller has proved once more who they are. */
type Call<Reply> = (nonce: string | undefined) => Promise<Reply>

type Asked = {
  /** null: digits were mailed. */
  factorId: string | null
  /** Rejects only if the proof itself was refused: then the dialog asks again. */
  repeat: (nonce: string | undefined) => Promise<void>
  giveUp: () => void
}

/**
 * `prove` makes a dangerous call, asks for a proof if the server wants one, and makes the call again. `dialog` belongs
 * inside the dialog that makes the call, which stays open behind it.
 */
export function useProof() {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function prove<Reply>(call: Call<Reply>): Promise<Reply> {
    try {
      return await call(undefined)
    } catch (error) {
      if (!isProofWanted(error)) throw error
    }
    const factorId = await findVerifiedApp()
    if (factorId === null) await mailProofCode()

    return askAndRepeat(call, factorId)
  }

  const askAndRepeat = <Reply,>(call: Call<Reply>, factorId: string | null) =>
    new Promise<Reply>((resolve, reject) => {
      setAsked({
        factorId,
        repeat: async (nonce) => {
          try {
            resolve(await call(nonce))
          } catch (error) {
            if (isProofRefused(error) || isProofWanted(error)) throw error
            reject(error)
          }
          setAsked(null)
        },
        giveUp: () => {
          setAsked(null)
          reject(new CodedError('proof_not_given'))
        },
      })
    })

  return { prove, dialog: asked && <ProofDialog {...asked} onClose={asked.giveUp} /> }
}

export type Prove = ReturnType<typeof useProof>['prove']
