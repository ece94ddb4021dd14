import { boardList } from "@/components/commands/board-list";
import type { AnyCommand } from "@/components/commands/command";
import type { ListedCommand } from "@/components/commands/command-list";
import { NameDialog } from "@/components/forms/name-dialog";
import { KeysDialog } from "@/components/open-table/overlays/keys-dialog";
import { pageCommandList } from "@/components/open-table/page-commands";
import { Palette } from "@/components/open-table/palette/palette";
import { namesOf } from "@/components/record-card/announcements";
import { CardMenu } from "@/components/record-card/card-menu";
import type { BoardState } from "../board-state";
import { actedRecords } from "../commands/acted-records";
import { moveToStack } from "../commands/move-cards";
import { optionOf } from "../stacks/options-of";
import { stackIdOf } from "../stacks/stack-values";
import { useStackActions } from "../stacks/use-stack-actions";
import { DeleteStackDialog } from "./delete-stack-dialog";
import { MoveDialog } from "./move-dialog";
import type { BoardOverlay } from "./overlay";

interface BoardOverlaysProps {
  readonly overlay: BoardOverlay;
  readonly board: BoardState;
  readonly focusElement: () => HTMLElement | null;
  readonly onChoose: (command: AnyCommand) => void;
  readonly onClose: (overlay: BoardOverlay) => void;
}

const commands: readonly ListedCommand<AnyCommand>[] = [...boardList, ...pageCommandList];

/** The open overlay of a board. */
export function OpenBoardOverlay(props: BoardOverlaysProps) {
  const { overlay, board, focusElement, onChoose } = props;
  const onClose = () => props.onClose(overlay);
  const { services, field, stacks, nameOf, focus } = board;
  const { rename, add, remove } = useStackActions(services.listing, { field, tasks: services.tasks });
  const choose = (command: AnyCommand) => {
    onClose();
    onChoose(command);
  };
  const records = actedRecords(board);
  switch (overlay.is) {
    case "commands":
      return <Palette commands={commands} onClose={onClose} onChoose={choose} finalFocus={focusElement} />;
    case "keys":
      return <KeysDialog commands={commands} onClose={onClose} finalFocus={focusElement} />;
    case "card-menu":
      return (
        <CardMenu
          list={boardList}
          at={overlay.at}
          cardElement={focusElement}
          isOne={records.length === 1}
          onChoose={choose}
          onClose={onClose}
        />
      );
    case "move-to":
      return (
        <MoveDialog
          names={namesOf(records.map(nameOf))}
          stacks={stacks}
          stackId={focus?.stackId ?? ""}
          isManual={board.sortedBy.length === 0}
          onMove={(stackId, end) => moveToStack(stackId, end, board)}
          onClose={onClose}
          finalFocus={focusElement}
        />
      );
    case "rename-stack":
      return (
        <NameDialog
          title={`Rename “${optionOf(field, overlay.key)?.label ?? ""}”`}
          name={optionOf(field, overlay.key)?.label ?? ""}
          words={{ save: "Rename", saving: "Renaming…" }}
          onSave={(label) => rename(overlay.key, label)}
          onClose={onClose}
        />
      );
    case "add-stack":
      return (
        <NameDialog
          title="New stack"
          name=""
          words={{ save: "Add stack", saving: "Adding…" }}
          onSave={add}
          onClose={onClose}
        />
      );
    case "delete-stack": {
      const stack = stacks.find(({ id }) => id === stackIdOf(overlay.key));
      return (
        stack && (
          <DeleteStackDialog
            stack={stack}
            others={stacks.filter((each) => each !== stack)}
            mayDeleteRecords={services.may("delete-records")}
            onDelete={(settled) => void remove(overlay.key, settled)}
            onClose={onClose}
          />
        )
      );
    }
  }
}
