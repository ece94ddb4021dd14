import "@/lib/client/without-eval";

import { refuseGatewayAnswers } from "@/components/tasks/gateway-answers";

refuseGatewayAnswers();
