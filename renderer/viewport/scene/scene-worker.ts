import { serveWorker } from '../../state/worker/serve-worker'
import { workerScope } from '../../state/worker/worker-messages'
import { runSceneRequest } from './scene-work'

serveWorker(workerScope(), runSceneRequest)
