package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/boards"
	"socialdata/models/references"
)

// BoardOrder is the order of a board's references. Only manual boards can use references.AsPlaced.
type BoardOrder string

// boardOrders lists every BoardOrder once.
func boardOrders() (list []BoardOrder) {
	for _, sort := range slices.Concat([]references.Sort{references.AsPlaced}, references.TimeSorts(), references.Sorts()[1:]) {
		list = append(list, BoardOrder(sort))
	}
	return list
}

// CreateBoard is the input of creating a board.
type CreateBoard struct {
	Name        Name             `json:"name"`
	Description Description      `json:"description,omitempty"`
	Kind        boards.Kind      `json:"kind,omitempty" doc:"manual, the default, or smart: it shows what its filter finds whenever it is read, and never changes kind"`
	Filter      *ReferenceFilter `json:"filter,omitempty" doc:"Of a smart board: the parameters of GET /v1/references"`
	Order       BoardOrder       `json:"order,omitempty" doc:"Absent: manual, and of a smart board -created"`
	References  BulkIDs          `json:"references,omitempty" doc:"What is on a manual board from the beginning, in this order"`
}

// CreateBoard creates a board.
func (s *Service) CreateBoard(ctx context.Context, c *session.Caller, in CreateBoard) (*boards.Board, error) {
	b := boards.Board{WorkspaceID: c.WorkspaceID, Name: strings.TrimSpace(string(in.Name)), Description: string(in.Description), Kind: cmp.Or(in.Kind, boards.Manual)}
	b.Sort = references.Sort(cmp.Or(in.Order, BoardOrder(defaultOrder(b.Kind))))
	if err := fitsBoard(b.Kind, in.Filter, b.Sort); err != nil {
		return nil, err
	}
	switch {
	case b.Kind == boards.Manual:
	case in.Filter == nil:
		return nil, apierror.InvalidInput(apierror.Field{Name: "filter", In: "body", Reason: "required", Expected: "what a smart board shows"})
	case len(in.References) > 0:
		return nil, apierror.InvalidInput(apierror.Field{Name: "references", In: "body", Reason: "conflict", Expected: "absent: the filter of a smart board chooses its references"})
	default:
		b.Filter = storedFilter(*in.Filter)
	}
	created, err := s.Store.Boards.Create(ctx, b, in.References)
	return made(ctx, created, err, nameOfBoard)
}

func defaultOrder(kind boards.Kind) references.Sort {
	if kind == boards.Manual {
		return references.AsPlaced
	}
	return references.LatestSaved
}

// fitsBoard returns invalid_input for a filter or an order that boards of this kind cannot have.
func fitsBoard(kind boards.Kind, filter *ReferenceFilter, order references.Sort) error {
	var problems []apierror.Field
	if kind == boards.Manual && filter != nil {
		problems = append(problems, apierror.Field{Name: "filter", In: "body", Reason: "conflict", Expected: "absent: people put references on a manual board"})
	}
	if kind == boards.Smart && order == references.AsPlaced {
		problems = append(problems, apierror.Field{Name: "order", In: "body", Reason: "conflict", Expected: "another order: nothing is placed on a smart board"})
	}
	if problems == nil {
		return nil
	}
	return apierror.InvalidInput(problems...)
}

func storedFilter(f ReferenceFilter) string {
	text, _ := json.Marshal(f) // a struct of strings always marshals
	return string(text)
}

// FilterOf returns the filter of a smart board, or nil for a manual one.
func FilterOf(b *boards.Board) *ReferenceFilter {
	if b.Kind == boards.Manual {
		return nil
	}
	f := new(ReferenceFilter)
	_ = json.Unmarshal([]byte(b.Filter), f) // written by storedFilter
	return f
}

// ChangeBoard is the input of changing a board. Absent fields stay as they are.
type ChangeBoard struct {
	Revision    Revision         `json:"revision" doc:"Last revision that you have read"`
	Name        *Name            `json:"name,omitempty"`
	Description *Description     `json:"description,omitempty"`
	Filter      *ReferenceFilter `json:"filter,omitempty" doc:"Of a smart board; it replaces the whole filter"`
	Order       *BoardOrder      `json:"order,omitempty"`
}

// ChangeBoard changes a board's name, description, order or filter.
func (s *Service) ChangeBoard(ctx context.Context, c *session.Caller, id string, in ChangeBoard) (*boards.Board, error) {
	b, err := s.Store.Boards.Find(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	change := boards.Change{Revision: int64(in.Revision), Name: (*string)(in.Name), Description: (*string)(in.Description), Sort: (*references.Sort)(in.Order)}
	order := b.Sort
	if change.Sort != nil {
		order = *change.Sort
	}
	if err := fitsBoard(b.Kind, in.Filter, order); err != nil {
		return nil, err
	}
	if in.Filter != nil {
		change.Filter = new(storedFilter(*in.Filter))
	}
	changed, err := s.Store.Boards.Change(ctx, c.WorkspaceID, id, change)
	return made(ctx, changed, err, func(now *boards.Board) session.Done {
		return session.Done{Subject: id, Detail: renamed(b.Name, now.Name)}
	})
}

// renamed describes a thing by its name, and by the one that it had if that was another.
func renamed(before, now string) string {
	if before == now {
		return now
	}
	return "“" + before + "” → “" + now + "”"
}

// DeleteBoard deletes a board; its references stay.
func (s *Service) DeleteBoard(ctx context.Context, c *session.Caller, id string) error {
	b, err := s.Store.Boards.Find(ctx, c.WorkspaceID, id)
	return deleted(ctx, b, err, s.Store.Boards.Delete, c.WorkspaceID, id, nameOfBoard)
}

// ArrangeBoard lists what to add to a manual board, where, and what to remove.
type ArrangeBoard struct {
	Add    BulkIDs `json:"add,omitempty" doc:"References in the order in which they shall stand. One that is on the board stays where it is unless before is given"`
	Remove BulkIDs `json:"remove,omitempty" doc:"References to take off the board; they stay saved. One that is not on it is passed over"`
	Before string  `json:"before,omitempty" maxLength:"64" doc:"A reference on the board before which the others come; absent: the end"`
}

// ArrangeBoard changes what is on a manual board. Either all changes are made or none.
func (s *Service) ArrangeBoard(ctx context.Context, c *session.Caller, id string, in ArrangeBoard) (*boards.Board, error) {
	if len(in.Add)+len(in.Remove) == 0 {
		return nil, apierror.InvalidInput(apierror.Field{Name: "body", In: "body", Reason: "required", Expected: "add or remove"})
	}
	b, err := s.Store.Boards.Arrange(ctx, c.WorkspaceID, id, boards.Arrangement{Add: in.Add, Remove: in.Remove, Before: in.Before})
	return made(ctx, b, err, nameOfBoard)
}

func nameOfBoard(b *boards.Board) session.Done { return session.Done{Subject: b.ID, Detail: b.Name} }
