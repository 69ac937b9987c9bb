import { useState } from 'react'
import { CodedError } from '#api/errors/coded-error.ts'
import { isProofRefused, isProofWanted, mailProofCode } from '#api/sign-in/proof.ts'
import { findVerifiedApp } from '#api/sign-in/second-factor.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** A call that the server may refuse until the caller proves their identity again. */
type Call<Reply> = (nonce: string | undefined) => Promise<Reply>

type ProofRequest = {
  /** null: a code was mailed. */
  factorId: string | null
  /** Rejects only if the proof itself was refused: then the dialog asks again. */
  repeat: (nonce: string | undefined) => Promise<void>
  giveUp: () => void
}

/**
 * `prove` makes a dangerous call, requests a proof if the server requires one, and repeats the call. `dialog` must be rendered inside the
 * dialog that makes the call, which stays open behind it.
 */
export function useProof() {
  const [request, setRequest] = useState<ProofRequest | null>(null)

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
      setRequest({
        factorId,
        repeat: async (nonce) => {
          try {
            resolve(await call(nonce))
          } catch (error) {
            if (isProofRefused(error) || isProofWanted(error)) throw error
            reject(error)
          }
          setRequest(null)
        },
        giveUp: () => {
          setRequest(null)
          reject(new CodedError('proof_not_given'))
        },
      })
    })

  return { prove, dialog: request && <ProofDialog {...request} onClose={request.giveUp} /> }
}

export type Prove = ReturnType<typeof useProof>['prove']
