addEventListener('message', async ({ data }) => {
  const reply = await fetch(data)
  postMessage(reply.status === 200 ? URL.createObjectURL(await reply.blob()) : null)
})
